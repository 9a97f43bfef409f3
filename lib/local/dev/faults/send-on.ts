import { type IncomingMessage, request } from 'node:http';
import { request as secureRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import { socketOf } from '#lib/model/platform/endpoint.ts';

/** The answer of an engine. */
export interface EngineAnswer {
  readonly status: number;
  readonly type: string;
  readonly content: Buffer;
}

/** Sends a call of DynamoDB on to an engine as it came. */
export async function sendOn(
  endpoint: string,
  { headers: { connection: _, ...headers } }: Pick<IncomingMessage, 'headers'>,
  body: string,
): Promise<EngineAnswer> {
  const socketPath = socketOf(endpoint);
  const options = { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) } };
  const open = () => {
    if (socketPath !== undefined) return request({ ...options, socketPath, path: '/' });
    const { host } = new URL(endpoint);
    const elsewhere = { ...options, headers: { ...options.headers, host } };
    return endpoint.startsWith('https:') ? secureRequest(endpoint, elsewhere) : request(endpoint, elsewhere);
  };
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    open().on('response', resolve).on('error', reject).end(body);
  });
  const { statusCode: status = 500, headers: replied } = reply;
  return { status, type: replied['content-type'] ?? 'application/x-amz-json-1.0', content: await buffer(reply) };
}
