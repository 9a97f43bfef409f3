import { request } from 'node:http';
import { createServer } from 'node:https';

/*
 * A program: the host API of a laptop over HTTPS, for hosts elsewhere. The product has no such door. Its word is JSON:
 * the socket behind it, its address and port, its certificate and key (PEM), and headers that it gives every call.
 */

interface Words {
  readonly socketPath: string;
  readonly host: string;
  readonly port: number;
  readonly cert: string;
  readonly key: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const { socketPath, host, port, cert, key, headers } = JSON.parse(process.argv[2] ?? '') as Words;

const server = createServer({ cert, key }, (incoming, reply) => {
  const { method, url } = incoming;
  const options = { socketPath, method, path: url, headers: { ...incoming.headers, ...headers } };
  const behind = request(options, (answer) => {
    reply.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(reply);
  });
  behind.on('error', () => reply.destroy());
  incoming.pipe(behind);
});
server.listen(port, host, () => process.stdout.write('open\n'));
