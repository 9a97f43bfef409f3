import { errorOf } from './s3-xml.ts';
import { type SignedEndpoint, type SignedReply, signedFetch } from './signed-fetch.ts';

/** Calls IAM, or a service with its API. Throws with IAM's code unless that is one of `expected`. */
export async function askIam(
  endpoint: SignedEndpoint,
  action: string,
  parameters: Readonly<Record<string, string>>,
  expected: readonly string[] = [],
): Promise<SignedReply & { code: string | undefined }> {
  const body = new URLSearchParams({ Action: action, Version: '2010-05-08', ...parameters }).toString();
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const reply = await signedFetch(endpoint, { method: 'POST', path: '/', headers, body });
  if (reply.status < 300) return { ...reply, code: undefined };
  const { code = String(reply.status), message = '' } = errorOf(reply);
  if (expected.includes(code)) return { ...reply, code };
  throw new Error(`${action}: ${reply.status} ${code} ${message}`.trim());
}
