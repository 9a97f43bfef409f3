import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pty from '@lydell/node-pty';
import type { MachineSpec } from '#lib/model/compute/machine.ts';

const run = promisify(execFile);

/** What an ssh command left. */
export interface SshResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** A key pair of OpenSSH's own making. */
export interface ClientKey {
  readonly file: string;
  readonly line: string;
}

/** The real OpenSSH client with a private home: its keys, and the host keys that it expects. */
export class OpenSsh {
  readonly #dir: string;
  #clients = 0;

  private constructor(dir: string) {
    this.#dir = dir;
  }

  static async open(): Promise<OpenSsh> {
    return new OpenSsh(await mkdtemp(join(tmpdir(), 'svc-ssh-')));
  }

  close(): Promise<void> {
    return rm(this.#dir, { recursive: true, force: true });
  }

  async makeKey(name: string, type = 'ed25519'): Promise<ClientKey> {
    const file = join(this.#dir, name);
    await run('ssh-keygen', ['-q', '-t', type, '-N', '', '-C', name, '-f', file]);
    await chmod(file, 0o600);
    return { file, line: (await readFile(`${file}.pub`, 'utf8')).trim() };
  }

  /** The arguments of ssh, scp and sftp up to the destination; `hostKey` is the only one it will accept. */
  async arguments(spec: MachineSpec, key: ClientKey, hostKey: string | null): Promise<string[]> {
    // One for each client: another that starts beside it would write it anew while it is read.
    this.#clients += 1;
    const known = join(this.#dir, `known-${this.#clients}`);
    const place = spec.ssh.port === 22 ? spec.ssh.host : `[${spec.ssh.host}]:${spec.ssh.port}`;
    await writeFile(known, `${place} ${hostKey}\n`);
    const settings = [
      'IdentitiesOnly=yes',
      'StrictHostKeyChecking=yes',
      `UserKnownHostsFile=${known}`,
      'LogLevel=ERROR',
    ];
    const options = [...settings, 'BatchMode=yes', 'ConnectTimeout=45', 'PreferredAuthentications=publickey'];
    // As an option, which scp and sftp call by the same name.
    options.push(`Port=${spec.ssh.port}`);
    return ['-F', 'none', '-i', key.file, ...options.flatMap((option) => ['-o', option])];
  }

  /** Starts a client; its stdio are pipes. */
  async start(
    login: Login,
    extra: readonly string[],
    command: readonly string[] = [],
    env: Readonly<Record<string, string>> = {},
  ): Promise<ChildProcess> {
    const base = await this.arguments(login.spec, login.key, login.hostKey);
    const target = `${login.user ?? 'root'}@${login.spec.ssh.host}`;
    return spawn('ssh', [...base, ...extra, target, ...command], { stdio: 'pipe', env: { ...process.env, ...env } });
  }

  /** Starts a client at a terminal of this size. */
  async startInTerminal(login: Login, command: readonly string[], size: { cols: number; rows: number }) {
    const base = await this.arguments(login.spec, login.key, login.hostKey);
    const target = `${login.user ?? 'root'}@${login.spec.ssh.host}`;
    const terminal = pty.spawn('ssh', [...base, '-t', target, ...command], { ...size, name: 'xterm' });
    let seen = '';
    terminal.onData((text) => {
      seen += text;
    });
    const exited = new Promise<number>((resolve) => terminal.onExit(({ exitCode }) => resolve(exitCode)));
    return { seen: () => seen, resize: (cols: number, rows: number) => terminal.resize(cols, rows), exited };
  }

  /** Runs one command to its end. */
  async run(
    login: Login,
    command: string,
    options: {
      readonly input?: string;
      readonly tty?: boolean;
      readonly options?: readonly string[];
      readonly env?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<SshResult> {
    const extra = [...(options.tty ? ['-tt'] : []), ...(options.options ?? [])];
    const child = await this.start(login, extra, [command], options.env);
    const kept = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name]?.setEncoding('utf8').on('data', (text: string) => {
        kept[name] += text;
      });
    }
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(options.input ?? '');
    const code = await new Promise<number>((resolve) => child.once('close', (status) => resolve(status ?? -1)));
    return { code, ...kept };
  }
}

/** Who logs in where, and which host key must answer. */
export interface Login {
  readonly spec: MachineSpec;
  readonly key: ClientKey;
  readonly hostKey: string | null;
  readonly user?: string;
}

/** What a client has said on its error output so far, and with which code it has ended. */
export function complaintsOf(client: ChildProcess): () => string {
  let told = '';
  client.stderr?.setEncoding('utf8').on('data', (text: string) => {
    told += text;
  });
  client.once('exit', (code, signal) => {
    told += `ended with ${code ?? signal}`;
  });
  return () => told;
}
