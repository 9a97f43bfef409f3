import { Agent, type IncomingMessage, request } from 'node:http';
import { connectionTo } from './connections.ts';

/** What an engine answered: whether its status is 200, and the text. */
interface Answer {
  readonly isGood: boolean;
  readonly text: string;
}

/** Makes a call. Rejects with the system's error where there is no answer. */
type Post = (operation: string, body: string) => Promise<Answer>;

/** Connections at a time, as many as the SDK has: the engine refuses a thousand at once. Further calls wait. */
export const maxSockets = 50;

/** Calls by Amazon's JSON protocol of the service with this prefix, which an engine serves on a socket. */
export function poster(socketPath: string, prefix: string): Post {
  const agent = new Agent({ keepAlive: true, scheduling: 'lifo', maxSockets });
  agent.createConnection = () => connectionTo(socketPath);
  const to = { socketPath, agent, method: 'POST', path: '/' };
  return (operation, body) => {
    const headers = {
      'content-type': 'application/x-amz-json-1.0',
      'content-length': Buffer.byteLength(body),
      'x-amz-target': `${prefix}.${operation}`,
      // Access to the socket is access to the engine, which asks for the form of a signature and nothing more.
      authorization:
        'AWS4-HMAC-SHA256 Credential=local/20000101/local/local/aws4_request, SignedHeaders=host, Signature=0',
      'x-amz-date': '20000101T000000Z',
    };
    return new Promise((resolve, reject) => {
      const sent = request({ ...to, headers }, (reply) => {
        textOf(reply).then((text) => resolve({ isGood: reply.statusCode === 200, text }), reject);
      });
      sent.on('error', reject).end(body);
    });
  };
}

function textOf(reply: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    const parts: Buffer[] = [];
    reply.on('data', (part: Buffer) => parts.push(part));
    reply.once('end', () => resolve((parts.length === 1 ? parts[0] : Buffer.concat(parts))?.toString() ?? ''));
    reply.once('error', reject);
    reply.once('close', () => reject(Object.assign(new Error('the engine went away'), { code: 'ECONNRESET' })));
  });
}
