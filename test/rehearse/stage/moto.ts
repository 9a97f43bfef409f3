import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '#test/support/vitest/eventually.ts';

/** A moto that runs. */
export interface Moto {
  readonly url: string;
  close(): Promise<void>;
}

/** Where pyenv has its versions: a home of the rehearsal's own has none. */
export const pyenv = { PYENV_ROOT: process.env.PYENV_ROOT ?? join(homedir(), '.pyenv') };

/** Starts moto at a port of 127.0.0.1; what it says is in the file `log`. It finds no Docker, and runs no function. */
export async function startMoto(port: number, log: string): Promise<Moto> {
  const env = { PATH: process.env.PATH, HOME: process.env.HOME, ...pyenv, DOCKER_HOST: 'unix:///nonexistent' };
  const child = spawn('moto_server', ['-H', '127.0.0.1', '-p', String(port)], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const file = createWriteStream(log);
  child.stdout.pipe(file, { end: false });
  child.stderr.pipe(file, { end: false });
  const url = `http://127.0.0.1:${port}`;
  const isUp = () =>
    child.exitCode !== null ||
    fetch(`${url}/moto-api/config`).then(
      ({ status }) => status < 500,
      () => false,
    );
  await eventually(isUp);
  if (child.exitCode !== null) throw new Error(`moto_server ended; see ${log}`);
  return { url, close: () => ended(child) };
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, 'exit');
  child.kill('SIGKILL');
  await over;
}
