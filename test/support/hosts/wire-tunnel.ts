import { once } from 'node:events';
import { connect as connectTo } from 'node:net';
import { connect } from 'node:tls';
import type { ClientOptions } from 'ws';
import type { Computer } from './wire.ts';

/** A way from the test to a port on the wire, by a computer there. */
export interface WireTunnel {
  /** How a WebSocket client goes that way; it trusts these certificates alone. */
  options(ca: string): ClientOptions;
  close(): void;
}

/** What the computer runs: every connection to the unix socket goes on to the port. */
const program = `
const { connect, createServer } = require('node:net');
const [path, host, port] = process.argv.slice(1);
const server = createServer((near) => {
  const far = connect(Number(port), host);
  for (const [one, other] of [[near, far], [far, near]]) one.on('error', () => other.destroy()).on('close', () => other.destroy()).pipe(other);
});
server.listen(path, () => console.log('open'));
`;

/** Opens one to an address; `path` is for its unix socket. */
export async function openTunnel(by: Computer, path: string, host: string, port: number): Promise<WireTunnel> {
  const words = [process.execPath, '-e', program, path, host, String(port)];
  const child = by.start(words, { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  return {
    options: (ca) => ({ ca, createConnection: () => connect({ socket: connectTo(path), host, ca }) }) as ClientOptions,
    close: () => void child.kill(),
  };
}
