import type { IncomingMessage, ServerResponse } from 'node:http';
import { ownServer } from '#lib/local/own-server.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { svcRules } from '#lib/standards/sigv4/core.ts';
import { parseSignature } from '#lib/standards/sigv4/parse.ts';
import { verifySignature } from '#lib/standards/sigv4/verify.ts';
import type { Functions } from './functions.ts';
import { reasonOf, StartError } from './start-error.ts';

/** An endpoint at which another workflow engine invokes the functions, like Lambda's. */
export interface LambdaEndpoint {
  readonly url: string;
  close(): Promise<void>;
}

/** The port of the endpoint on 127.0.0.1, and the key with which its caller signs. */
export interface LambdaAccess {
  readonly port: number;
  readonly key: { readonly id: string; readonly secret: string };
}

const INVOKE = /^\/2015-03-31\/functions\/([^/?]+)\/invocations(?:\?|$)/;
/** Lambda's own limit for a synchronous call. */
const MAX_BYTES = 6 * 1024 * 1024;

/**
 * Serves Lambda's Invoke to callers that sign with the key (Signature Version 4). A function's error keeps its name, on
 * which Retry and Catch depend. Refuses to start where the port is taken.
 */
export async function startLambdaEndpoint({ port, key }: LambdaAccess, functions: Functions): Promise<LambdaEndpoint> {
  const server = ownServer((req, res) => {
    serve(req, res, functions, key).catch((error: Error) =>
      answer(res, 500, { Type: 'Service', message: error.message }),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      reject(new StartError(`port ${port} on 127.0.0.1, for SVC_SFN_ENDPOINT to invoke functions: ${reasonOf(error)}`));
    });
    server.listen(port, '127.0.0.1', () => resolve());
  });
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function serve(
  req: IncomingMessage,
  res: ServerResponse,
  functions: Functions,
  key: LambdaAccess['key'],
): Promise<void> {
  const [, name] = INVOKE.exec(req.url ?? '') ?? [];
  if (req.headers.authorization === undefined) return answer(res, 403, { message: 'Missing Authentication Token' });
  if (req.method !== 'POST' || name === undefined) return answer(res, 404, { message: 'only Invoke is served here' });
  const body = await bodyOf(req);
  if (!isSigned(req, body, key)) return answer(res, 403, { message: 'The signature is not of the key that is known' });
  const text = body.toString('utf8');
  try {
    answer(res, 200, await functions.invoke(decodeURIComponent(name), text === '' ? {} : JSON.parse(text)));
  } catch (thrown) {
    const { name: errorType, message: errorMessage } = thrown as Error;
    if (errorType === 'ResourceNotFoundException')
      return answer(res, 404, { Type: 'User', message: errorMessage }, errorType);
    res.setHeader('X-Amz-Function-Error', 'Unhandled');
    answer(res, 200, { errorType, errorMessage });
  }
}

/** The engine may use any region; the signature names it. */
function isSigned(
  { method = '', url = '', headers }: IncomingMessage,
  body: Buffer,
  key: LambdaAccess['key'],
): boolean {
  const region = /Credential=[^/,]{1,128}\/\d{8}\/([a-z0-9-]{1,40})\//.exec(headers.authorization ?? '')?.[1] ?? '';
  const rules = { ...svcRules, region, service: 'lambda' };
  const [path = '', ...query] = url.split('?');
  const fields = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const request = { method, path, rawQuery: query.join('?'), headers: fields, body, exact: true };
  try {
    const parsed = parseSignature(request, rules);
    if (parsed?.accessKeyId !== key.id) return false;
    verifySignature(parsed, request, key.secret, new Date(), rules);
    return true;
  } catch (error) {
    if (error instanceof ApiError) return false;
    throw error;
  }
}

async function bodyOf(req: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`the payload is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function answer(res: ServerResponse, status: number, body: unknown, errorType?: string): void {
  if (errorType) res.setHeader('X-Amzn-ErrorType', errorType);
  res.writeHead(status, { 'Content-Type': 'application/json', 'X-Amz-Executed-Version': '$LATEST' });
  res.end(JSON.stringify(body ?? null));
}
