import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Instance } from '#lib/model/compute/instance.ts';

const run = promisify(execFile);

/** Where a machine answers SSH. */
type Reached = Pick<Instance, 'public_ip' | 'ssh_port'>;

/** OpenSSH with a key pair and a list of known hosts of its own. */
export class Ssh {
  readonly #dir = mkdtempSync(join(tmpdir(), 'svc-ssh-'));
  readonly #key = join(this.#dir, 'key');
  readonly #wrapper: readonly string[];
  #made: Promise<unknown> | undefined;

  /** `wrapper` is what starts a program on the computer from which the user logs in. Default: this one. */
  constructor(wrapper: readonly string[] = []) {
    this.#wrapper = wrapper;
  }

  /** The public half, in the form in which it is imported. */
  async publicKey(): Promise<string> {
    this.#made ??= run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'test', '-f', this.#key]);
    await this.#made;
    return readFileSync(`${this.#key}.pub`, 'utf8').trim();
  }

  /**
   * Runs a command on a machine as root and answers its output. Rejects when the command or the login fails, or when
   * the host key has changed.
   */
  async run(machine: Reached, command: string, user = 'root'): Promise<string> {
    const [file = '', ...rest] = this.#words(machine, command, user);
    return (await run(file, rest)).stdout;
  }

  /** Starts a command on a machine as root, which goes on until it is killed. */
  start(machine: Reached, command: string): ChildProcess {
    const [file = '', ...rest] = this.#words(machine, command, 'root');
    return spawn(file, rest, { stdio: ['pipe', 'pipe', 'ignore'] });
  }

  #words({ public_ip, ssh_port }: Reached, command: string, user: string): string[] {
    const known = `UserKnownHostsFile=${join(this.#dir, 'known_hosts')}`;
    const options = [known, 'StrictHostKeyChecking=accept-new', 'BatchMode=yes', 'ConnectTimeout=45', 'LogLevel=ERROR'];
    const args = ['-F', 'none', '-i', this.#key, ...options.flatMap((option) => ['-o', option])];
    return [...this.#wrapper, 'ssh', ...args, '-p', `${ssh_port}`, `${user}@${public_ip}`, command];
  }

  close(): void {
    rmSync(this.#dir, { recursive: true, force: true });
  }
}

/** Makes a folder for PATH with an `ssh` and an `scp` that keep their known hosts there, and not in the user's home. */
export function privateSsh(dir: string): void {
  for (const name of ['ssh', 'scp']) {
    const file = join(dir, name);
    const own = `-F none -o UserKnownHostsFile='${dir}/known_hosts'`;
    // A caller that names its configuration, as `svc ssh` does, has its own known hosts.
    writeFileSync(
      file,
      `#!/bin/sh\ncase " $* " in *' -F '*) ;; *) set -- ${own} "$@" ;; esac\nexec /usr/bin/${name} "$@"\n`,
    );
    chmodSync(file, 0o755);
  }
}
