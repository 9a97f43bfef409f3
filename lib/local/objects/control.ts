import { createHash } from 'node:crypto';
import type { Api } from '#lib/local/api/api.ts';
import type { BucketChange, ControlPlane, ControlSender } from '#lib/local/s3/control.ts';
import { headersToSign, requestSigner } from '#lib/standards/sigv4/sign.ts';

/**
 * Changes buckets by requests of the platform's API, which the key of the user signs (Signature Version 4). The API is
 * told the source of the S3 client. Its policies, quotas and audit apply as to any request of the user.
 */
export function controlOver(api: Api): ControlPlane {
  return async (change, sender) => {
    const { method, path: target, headers, text } = signedRequest(change, sender);
    const {
      status,
      headers: answered,
      body,
    } = await api({
      method,
      target,
      headers: { ...headers, 'content-length': String(Buffer.byteLength(text)) },
      body: Buffer.from(text),
      source: sender.source,
    });
    const code = answered.find(([name]) => name === 'x-error-code')?.[1] ?? '';
    const { error = '' } = jsonOf(body) as { error?: string };
    return { status, code, error };
  };
}

/** The API's request for a change, signed by the key of the user. */
export function signedRequest({ method, path: below, body }: BucketChange, sender: ControlSender) {
  const { accessKeyId, secret: secretKey, userAgent } = sender;
  const path = `/storage/buckets${below}`;
  const text = body === undefined ? '' : JSON.stringify(body);
  const signer = requestSigner({ accessKeyId, secretKey, region: 'in-mum', service: 'svc', now: new Date() });
  const signed = { host: 'localhost', 'x-amz-date': signer.timestamp };
  const payload = createHash('sha256').update(text).digest('hex');
  const headers: Record<string, string> = {
    ...signed,
    authorization: signer.authorization({ method, path, query: '', ...headersToSign(signed), payload }),
    'user-agent': userAgent,
    ...(text !== '' && { 'content-type': 'application/json' }),
  };
  return { method, path, headers, text };
}

function jsonOf(body: Buffer | string): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return {};
  }
}
