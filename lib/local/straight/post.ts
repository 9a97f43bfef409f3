import { type Answer, Connection } from './connection.ts';

/** Makes a call. Rejects with an error that has a code where there is no answer. */
type Post = (operation: string, body: string) => Promise<Answer>;

/** Connections at a time, as many as the SDK has: the engine refuses a thousand at once. Further calls wait. */
const mostConnections = 50;

/** Calls by Amazon's JSON protocol of the service with this prefix, which an engine serves on a socket. */
export function poster(socketPath: string, prefix: string): Post {
  const idle: Connection[] = [];
  const waiting: (() => void)[] = [];
  let busy = 0;

  const release = (connection: Connection) => {
    busy -= 1;
    if (connection.isOpen) idle.push(connection);
    waiting.shift()?.();
  };
  const acquire = async (): Promise<Connection> => {
    while (busy >= mostConnections) await new Promise<void>((resolve) => waiting.push(resolve));
    busy += 1;
    // The last one first, so that few are in use. One that the engine has closed meanwhile is of no use.
    for (let last = idle.pop(); last; last = idle.pop()) if (last.isOpen) return last;
    return new Connection(socketPath);
  };

  return async (operation, body) => {
    const connection = await acquire();
    try {
      return await connection.send(requestOf(`${prefix}.${operation}`, body));
    } finally {
      release(connection);
    }
  };
}

const unchanging = [
  'POST / HTTP/1.1',
  'host: localhost',
  'content-type: application/x-amz-json-1.0',
  // Access to the socket is access to the engine, which asks for the form of a signature and nothing more.
  'authorization: AWS4-HMAC-SHA256 Credential=local/20000101/local/local/aws4_request, SignedHeaders=host, Signature=0',
  'x-amz-date: 20000101T000000Z',
].join('\r\n');

const requestOf = (target: string, body: string): string =>
  `${unchanging}\r\nx-amz-target: ${target}\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
