import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { Functions } from './functions.ts';
import { reasonOf, StartError } from './start-error.ts';

/** An endpoint at which another workflow engine invokes the functions, as it would Lambda's. */
export interface LambdaEndpoint {
  readonly url: string;
  close(): Promise<void>;
}

const INVOKE = /^\/2015-03-31\/functions\/([^/?]+)\/invocations(?:\?|$)/;
/** Lambda's own limit for a synchronous call. */
const MAX_BYTES = 6 * 1024 * 1024;

/** Serves Lambda's Invoke on 127.0.0.1 at `port`; a function's error is answered under its own name, by which Retry and Catch tell it. Refuses to start where the port is taken. */
export async function startLambdaEndpoint(port: number, functions: Functions): Promise<LambdaEndpoint> {
  const server = createServer((req, res) => {
    serve(req, res, functions).catch((error: Error) => answer(res, 500, { Type: 'Service', message: error.message }));
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

async function serve(req: IncomingMessage, res: ServerResponse, functions: Functions): Promise<void> {
  const [, name] = INVOKE.exec(req.url ?? '') ?? [];
  // A page in a browser cannot send this header to us without being allowed to.
  if (req.headers.authorization === undefined) return answer(res, 403, { message: 'Missing Authentication Token' });
  if (req.method !== 'POST' || name === undefined) return answer(res, 404, { message: 'only Invoke is served here' });
  const text = await bodyOf(req);
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

async function bodyOf(req: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`the payload is larger than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function answer(res: ServerResponse, status: number, body: unknown, errorType?: string): void {
  if (errorType) res.setHeader('X-Amzn-ErrorType', errorType);
  res.writeHead(status, { 'Content-Type': 'application/json', 'X-Amz-Executed-Version': '$LATEST' });
  res.end(JSON.stringify(body ?? null));
}
