import { connect } from 'node:net';
import ssh2, { type ClientChannel } from 'ssh2';
import { DriverError } from '#lib/runtime/driver.ts';
import type { HostKey } from '#lib/runtime/ssh/host-key.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import type { Outcome } from '#lib/runtime/system/run.ts';
import { keepOutput } from '#lib/runtime/system/streams.ts';

/** Milliseconds for the handshake. A newly booted guest under emulation needs a second for it. */
const READY_MS = 30_000;
const TRIES = 3;
/** Bytes of a command's output that are taken. The guest answers, and may answer anything. */
const TAKEN = 64 * 1024;

/** Runs commands in a guest as root over one SSH connection, which is opened again when it breaks. */
export class Control {
  readonly #options: { readonly port: number; readonly key: HostKey; readonly hostKey: HostKey };
  #client: Promise<ssh2.Client> | null = null;
  #closed = false;

  constructor(options: { readonly port: number; readonly key: HostKey; readonly hostKey: HostKey }) {
    this.#options = options;
  }

  /** Runs a command to its end. FAILED when the guest cannot be reached. Without a code its end was not heard of. */
  async run(command: string, input = ''): Promise<Outcome> {
    const { outcome } = await this.#attempt(command, input);
    return outcome;
  }

  /** Does the same for a command that may run twice: it does, where a connection was lost before its end. */
  async repeat(command: string, input = ''): Promise<Outcome> {
    for (let tries = 1; ; tries += 1) {
      const { outcome, isLost } = await this.#attempt(command, input);
      if (!isLost || tries === TRIES) return outcome;
      this.#drop();
    }
  }

  async #attempt(command: string, input: string): Promise<{ readonly outcome: Outcome; readonly isLost: boolean }> {
    const client = await this.#connected();
    const channel = await new Promise<ClientChannel | Error>((resolve) => {
      client.exec(command, (error, opened) => resolve(error ?? opened));
    });
    if (channel instanceof Error) {
      const { message } = unreachable(channel);
      return { outcome: { code: null, stdout: '', stderr: message }, isLost: true };
    }
    return new Promise((resolve) => {
      let [code, killed]: [number | null, string] = [null, ''];
      const [stdout, stderr] = [channel, channel.stderr].map((from) =>
        keepOutput(from, TAKEN, () => channel.destroy()),
      );
      channel.on('exit', (status: number | null, name?: string) => {
        code = status;
        if (name) killed = `ended by ${name}`;
      });
      channel.on('close', () => {
        const outcome = { code, stdout: stdout?.() ?? '', stderr: `${stderr?.() ?? ''}${killed}` };
        resolve({ outcome, isLost: code === null && killed === '' });
      });
      channel.end(input);
    });
  }

  /** Like `repeat`, but rejects with FAILED and the command's error output when the command fails. */
  need(command: string, input = ''): Promise<string> {
    return outputOf(command, this.repeat(command, input));
  }

  /** The same of a command that may run once. */
  needOnce(command: string): Promise<string> {
    return outputOf(command, this.run(command));
  }

  /** Resolves when a command has run. */
  async settle(): Promise<void> {
    const { code, stderr } = await this.repeat('true');
    if (code !== 0) throw new DriverError('FAILED', `the machine runs no commands: ${stderr.trim().slice(0, 200)}`);
  }

  close(): void {
    this.#closed = true;
    this.#drop();
  }

  #drop(): void {
    this.#client?.then((client) => client.destroy(), ignore);
    this.#client = null;
  }

  #connected(): Promise<ssh2.Client> {
    if (this.#closed) throw new DriverError('FAILED', 'the machine has ended');
    if (this.#client !== null) return this.#client;
    const { opened, lost } = this.#connect();
    const client = opened.catch((error: Error) => {
      throw unreachable(error);
    });
    this.#client = client;
    void lost.then(() => {
      if (this.#client === client) this.#client = null;
    });
    return client;
  }

  #connect(): { readonly opened: Promise<ssh2.Client>; readonly lost: Promise<void> } {
    const { port, key, hostKey } = this.#options;
    const expected = Buffer.from(hostKey.public.split(' ')[1] ?? '', 'base64');
    const client = new ssh2.Client();
    const lost = new Promise<void>((resolve) => client.once('close', () => resolve()));
    const opened = new Promise<ssh2.Client>((resolve, reject) => {
      client.once('ready', () => resolve(client)).on('error', reject);
      void lost.then(() => reject(new Error('the connection was closed')));
    });
    client.connect({
      sock: connect({ host: '127.0.0.1', port, noDelay: true }),
      username: 'root',
      privateKey: key.private,
      readyTimeout: READY_MS,
      hostVerifier: (offered: Buffer) => offered.equals(expected),
    });
    return { opened, lost };
  }
}

async function outputOf(command: string, ran: Promise<Outcome>): Promise<string> {
  const { code, stdout, stderr } = await ran;
  if (code === 0) return stdout;
  const why = stderr.trim().slice(0, 200) || code;
  throw new DriverError('FAILED', `the machine refused ${command.split(' ')[0]}: ${why}`);
}

const unreachable = (error: Error) => new DriverError('FAILED', `the machine cannot be reached: ${error.message}`);
