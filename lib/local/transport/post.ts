import { type Answer, Connection } from './connection.ts';
import { connectionTo } from './connections.ts';
import { inProcessAt } from './in-process.ts';

/** Makes a call. Rejects with the system's error where there is no answer. */
type Post = (operation: string, body: string) => Promise<Answer>;

/** Connections at a time, as many as the SDK has: the engine refuses a thousand at once. Further calls wait. */
export const maxSockets = 50;

/**
 * Calls by Amazon's JSON protocol of the service with this prefix, which an engine serves on a socket, or answers in
 * this process.
 */
export function poster(socketPath: string, prefix: string): Post {
  const heads = new Map<string, string>();
  const headFor = (operation: string): string => {
    const head = heads.get(operation) ?? headOf(`${prefix}.${operation}`);
    heads.set(operation, head);
    return head;
  };
  const waiting: ((connection: Connection) => void)[] = [];
  /** The one that was used last is used next. */
  let idle: Connection[] = [];
  let open = 0;
  const onIdle = (connection: Connection) => {
    const next = waiting.shift();
    if (next) next(connection);
    else idle.push(connection);
  };
  const onEnd = (ended: Connection) => {
    open -= 1;
    idle = idle.filter((connection) => connection !== ended);
    waiting.shift()?.(opened());
  };
  const opened = (): Connection => {
    open += 1;
    return new Connection(connectionTo(socketPath), { onIdle, onEnd });
  };
  const connection = (): Connection | undefined => idle.pop() ?? (open < maxSockets ? opened() : undefined);
  return async (operation, body) => {
    const engine = inProcessAt(socketPath);
    if (engine) return engine(operation, body);
    const request = `${headFor(operation)}${Buffer.byteLength(body)}\r\n\r\n${body}`;
    return (connection() ?? (await new Promise<Connection>((resolve) => waiting.push(resolve)))).ask(request);
  };
}

/** Access to the socket is access to the engine, which asks for the form of a signature and nothing more. */
const SIGNATURE =
  'AWS4-HMAC-SHA256 Credential=local/20000101/local/local/aws4_request, SignedHeaders=host, Signature=0';

/** What every request for an operation begins with, up to the length of its body. */
const headOf = (target: string): string =>
  [
    'POST / HTTP/1.1',
    'Host: localhost',
    'Connection: keep-alive',
    'content-type: application/x-amz-json-1.0',
    `x-amz-target: ${target}`,
    `authorization: ${SIGNATURE}`,
    'x-amz-date: 20000101T000000Z',
    'content-length: ',
  ].join('\r\n');
