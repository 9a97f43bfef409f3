import { hash } from 'node:crypto';
import { type RequestOptions, request } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { encodePath } from '#lib/standards/sigv4/encode.ts';
import { headersToSign, requestSigner } from '#lib/standards/sigv4/sign.ts';

/** The message that wakes a host up. */
const word = 'ask';

/** Timeout of a wake-up in milliseconds, which limits how long it can delay a request. */
const patience = 1_000;

/** Whether this platform has wake-up connections to hosts. */
export const hasBell = (): boolean => setting('SVC_HOST_BELL') !== undefined;

/** Sends a wake-up through a connection. False where the connection has ended; true also where this is unknown. */
export const ring = async (connection: string): Promise<boolean> => (await ask('POST', connection, word)) !== gone;

/** Closes a connection if it is open. It never fails. */
export const hangUp = async (connection: string): Promise<void> => void (await ask('DELETE', connection, ''));

const gone = 410;

/** The status of the answer; undefined where none came. */
function ask(method: Asked['method'], connection: string, body: string): Promise<number | undefined> {
  const address = setting('SVC_HOST_BELL');
  if (!address) return Promise.resolve(undefined);
  return new Promise((resolve) => {
    const to = requestTo(address, { method, connection, body });
    const sent = (to.socketPath ? request : tlsRequest)(to);
    sent.on('response', (reply) => {
      reply.resume();
      resolve(reply.statusCode);
    });
    sent.on('timeout', () => sent.destroy(new Error('no answer')));
    sent.on('error', () => resolve(undefined));
    sent.end(body);
  });
}

interface Asked {
  readonly method: 'POST' | 'DELETE';
  readonly connection: string;
  readonly body: string;
}

/**
 * The request that addresses a connection. On a laptop, connections are on the socket of the host API. API Gateway has
 * them beside the WebSocket's own address, and requires signed requests.
 */
export function requestTo(address: string, { method, connection, body }: Asked): RequestOptions {
  const [, socketPath] = /^ws\+unix:([^:]+):/.exec(address) ?? [];
  const common = { method, timeout: patience };
  if (socketPath) return { ...common, socketPath, path: encodePath(`/@connections/${connection}`) };
  const { host, hostname, port, pathname } = new URL(address.replace(/^wss:/, 'https:'));
  const path = encodePath(`${pathname}/@connections/${connection}`);
  const headers = signed({ method, path, host, body });
  return { ...common, host: hostname, port: port || 443, path, headers };
}

function signed({ method, path, host, body }: { method: string; path: string; host: string; body: string }) {
  const token = setting('AWS_SESSION_TOKEN');
  const { timestamp, authorization } = requestSigner({
    accessKeyId: setting('AWS_ACCESS_KEY_ID') ?? '',
    secretKey: setting('AWS_SECRET_ACCESS_KEY') ?? '',
    region: setting('AWS_REGION'),
    service: 'execute-api',
    now: realNow(),
  });
  const sent = { host, 'x-amz-date': timestamp, ...(token && { 'x-amz-security-token': token }) };
  // Every service except S3 signs a path that is encoded twice.
  const parts = { method, path: encodePath(path), query: '', payload: hash('sha256', body), ...headersToSign(sent) };
  return { ...sent, authorization: authorization(parts) };
}
