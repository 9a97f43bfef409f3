import { readFileSync } from 'node:fs';
import { Client, type ExecOptions } from 'ssh2';
import type { Machine } from './machine.ts';

/** An SSH client that sends whatever `use` gives it. It is logged in to a machine while `use` runs. */
export async function withClient<T>({ login }: Machine, use: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client();
  try {
    await new Promise<void>((resolve, reject) => {
      client.once('ready', resolve).once('error', reject);
      const { host, port } = login.spec.ssh;
      client.connect({ host, port, username: login.user ?? 'root', privateKey: readFileSync(login.key.file) });
    });
    // From here on, an end of the connection is an answer.
    client.on('error', () => undefined);
    return await use(client);
  } finally {
    client.end();
  }
}

/** How a command ended: its code, or in words why there is none. */
export function ranWith(client: Client, command: string, options: ExecOptions = {}): Promise<string> {
  return new Promise((resolve) => {
    client.once('close', () => resolve('the connection ended'));
    const asked = () =>
      client.exec(command, options, (error, channel) => {
        if (error) return resolve(`refused: ${error.message}`);
        channel.resume().stderr.resume();
        channel.once('close', (code: number | null) => resolve(`ended with ${code}`));
        channel.end();
      });
    try {
      asked();
    } catch (error) {
      resolve(`not sent: ${String(error)}`);
    }
  });
}
