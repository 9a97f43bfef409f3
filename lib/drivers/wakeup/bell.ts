import { hash } from 'node:crypto';
import { type RequestOptions, request } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { encodePath } from '#lib/drivers/sigv4/encode.ts';
import { headersToSign, requestSigner } from '#lib/drivers/sigv4/sign.ts';
import { setting } from '#lib/model/platform/settings.ts';

/** All that a ring says. */
const word = 'ask';

/** Milliseconds that a ring may take. Nobody who has work for a host waits longer for it to be told. */
const patience = 1_000;

/** Whether hosts have bells here. */
export const hasBell = (): boolean => setting('SVC_HOST_BELL') !== undefined;

/** Rings by a connection. False where it has ended; true also where that is not known. */
export const ring = async (connection: string): Promise<boolean> => (await ask('POST', connection, word)) !== gone;

/** Ends a connection, if it is open. It never fails. */
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
 * How a connection is spoken by. A laptop's are on the socket of its host API; API Gateway has them beside the address
 * of the bell, for whoever signs.
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
  // Every service but S3 signs a path that is encoded twice.
  const parts = { method, path: encodePath(path), query: '', payload: hash('sha256', body), ...headersToSign(sent) };
  return { ...sent, authorization: authorization(parts) };
}
