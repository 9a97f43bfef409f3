import { connect, type Socket } from 'node:net';
import ssh2, { type ClientChannel } from 'ssh2';
import { DriverError } from '#lib/agent/driver.ts';
import type { Outcome } from '#lib/agent/hosted/run.ts';
import type { HostKey } from '#lib/agent/ssh/host-key.ts';

/** A cold guest under emulation takes a second for the handshake alone. */
const READY_MS = 30_000;

/** Root's commands in a guest, over one SSH connection that lasts as long as the guest and is made again where it broke. */
export class Control {
  readonly #options: { readonly port: number; readonly key: HostKey; readonly hostKey: HostKey };
  #client: Promise<ssh2.Client> | null = null;
  #closed = false;

  constructor(options: { readonly port: number; readonly key: HostKey; readonly hostKey: HostKey }) {
    this.#options = options;
  }

  /** Runs a command to its end. FAILED where the guest cannot be reached. */
  async run(command: string, input = ''): Promise<Outcome> {
    const client = await this.#connected();
    const channel = await new Promise<ClientChannel>((resolve, reject) => {
      client.exec(command, (error, opened) => (error ? reject(unreachable(error)) : resolve(opened)));
    });
    return new Promise((resolve) => {
      const kept = { stdout: '', stderr: '' };
      let code: number | null = null;
      channel.on('data', (data: Buffer) => (kept.stdout += data.toString()));
      channel.stderr.on('data', (data: Buffer) => (kept.stderr += data.toString()));
      channel.on('exit', (status: number | null) => (code = status));
      channel.on('close', () => resolve({ code, ...kept }));
      channel.end(input);
    });
  }

  /** As run, and FAILED with what the command complained of unless it succeeds. */
  async need(command: string, input = ''): Promise<string> {
    const { code, stdout, stderr } = await this.run(command, input);
    if (code === 0) return stdout;
    throw new DriverError(
      'FAILED',
      `the machine refused ${command.split(' ')[0]}: ${stderr.trim().slice(0, 200) || code}`,
    );
  }

  close(): void {
    this.#closed = true;
    void this.#client?.then((client) => client.destroy());
  }

  #connected(): Promise<ssh2.Client> {
    if (this.#closed) throw new DriverError('FAILED', 'the machine has ended');
    this.#client ??= this.#connect().catch((error: Error) => {
      this.#client = null;
      throw unreachable(error);
    });
    return this.#client;
  }

  #connect(): Promise<ssh2.Client> {
    const { port, key, hostKey } = this.#options;
    const expected = Buffer.from(hostKey.public.split(' ')[1] ?? '', 'base64');
    return new Promise((resolve, reject) => {
      const client = new ssh2.Client();
      client.once('ready', () => resolve(client)).on('error', reject);
      client.once('close', () => {
        this.#client = null;
        reject(new Error('the connection was closed'));
      });
      client.connect({
        sock: connect({ host: '127.0.0.1', port, noDelay: true }) as Socket,
        username: 'root',
        privateKey: key.private,
        readyTimeout: READY_MS,
        hostVerifier: (offered: Buffer) => offered.equals(expected),
      });
    });
  }
}

const unreachable = (error: Error) => new DriverError('FAILED', `the machine cannot be reached: ${error.message}`);
