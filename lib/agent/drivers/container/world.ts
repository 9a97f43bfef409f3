import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { DriverError } from '#lib/agent/driver.ts';
import { HOST_ENV } from '#lib/agent/hosted/tools.ts';
import { WORLD_SCRIPT } from './scripts.ts';

/** The namespaces that a VPC's machines on this host share: a network with a bridge, and one user namespace around all. */
export interface World {
  /** Host pid of its pid 1. */
  readonly pid: number;
  /** Resolves when it is gone, and every machine in it. */
  readonly ended: Promise<void>;
  kill(): void;
}

/** Starts a world; it dies with this process. Rejects with UNSUPPORTED where the kernel refuses user namespaces. */
export async function startWorld(gateway: string, prefix: string, signal: AbortSignal): Promise<World> {
  const child = spawn(
    'setpriv',
    ['--pdeathsig', 'KILL', '--no-new-privs', '--', 'unshare', '-Urnmpf', '--ipc', '--kill-child', '--'].concat([
      'sh',
      '-c',
      WORLD_SCRIPT,
      'world',
      gateway,
      prefix,
    ]),
    { cwd: '/', env: HOST_ENV, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  const ended = new Promise<void>((resolve) => {
    child.once('close', () => resolve());
    child.once('error', () => resolve());
  });
  const kill = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  try {
    const pid = await firstLine(child);
    child.stdout?.destroy();
    child.stderr?.destroy();
    return { pid, ended, kill };
  } catch (error) {
    kill();
    await ended;
    throw error;
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

function firstLine(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let complaint = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      complaint += text;
    });
    if (child.stdout) createInterface(child.stdout).once('line', (line) => resolve(Number(line)));
    child.once('error', (error) => reject(new DriverError('UNSUPPORTED', error.message)));
    child.once('close', () => {
      const why = complaint.trim().split('\n')[0] || 'it ended without a word';
      reject(new DriverError('UNSUPPORTED', `a user namespace with a network of its own cannot be made here: ${why}`));
    });
  });
}
