import { createHash } from 'node:crypto';
import { type ClientRequest, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { headersToSign, requestSigner } from '#lib/drivers/sigv4/sign.ts';
import { signTarget } from '#lib/local/front/target.ts';
import type { BucketChange, ControlPlane, ControlReply, ControlSender } from '#lib/local/s3/control.ts';

interface Api {
  /** The unix socket of the API's functions. */
  readonly socketPath: string;
  /** The key of the targets that this start of the platform signs; read when the first user asks. */
  readonly targetKey: () => string;
}

/** Longer than any route takes (28 s, lib/edge). */
const ANSWER_WITHIN_MS = 30_000;

/**
 * Changes buckets by requests of the platform's API, which the key of the user signs (Signature Version 4). The API is
 * told the address of the S3 client. Its policies, quotas and audit apply as to any request of the user. Where the API
 * does not answer, the reply is 503.
 */
export function controlOver({ socketPath, targetKey }: Api): ControlPlane {
  return (change, sender) => {
    const { method, path, headers, text } = signedRequest(change, sender);
    const target = {
      method,
      target: path,
      source_ip: sender.sourceIp,
      content_type: headers['content-type'] ?? '',
      at: Date.now(),
    };
    const outgoing = request({
      socketPath,
      method,
      path,
      headers: {
        ...headers,
        ...signTarget(target, targetKey()),
        'content-length': String(Buffer.byteLength(text)),
      },
      timeout: ANSWER_WITHIN_MS,
    });
    const reply = answerOf(outgoing);
    outgoing.end(text);
    return reply;
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

function answerOf(outgoing: ClientRequest): Promise<ControlReply> {
  return new Promise((resolve) => {
    const absent = { status: 503, code: 'dependency_unavailable', error: 'the API does not answer' };
    outgoing.on('timeout', () => outgoing.destroy());
    outgoing.on('error', () => resolve(absent));
    outgoing.on('response', async (incoming) => {
      const body = (await json(incoming).catch(() => ({}))) as { error?: string };
      const code = String(incoming.headers['x-error-code'] ?? '');
      resolve({ status: incoming.statusCode ?? 503, code, error: body.error ?? '' });
    });
  });
}
