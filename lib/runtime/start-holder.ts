import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Holder, openHolder } from './holder.ts';
import type { Launch } from './launch.ts';
import { ignore } from './system/errors.ts';
import { checkId } from './system/files.ts';
import { keepOutput, readLines } from './system/streams.ts';

/**
 * Starts a program that holds machines of a VPC at this socket, and connects to it. It outlives this process once it
 * has a note of a machine. Rejects with the last it has said.
 */
export async function startHolder(
  { file, args, ...options }: Launch,
  socket: string,
  signal: AbortSignal,
): Promise<Holder> {
  const child = spawn(file, args, { ...options, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const kill = () => void child.kill('SIGKILL');
  signal.addEventListener('abort', kill, { once: true });
  try {
    await readiness(child);
    const holder = await openHolder(socket);
    if (!holder || signal.aborted) throw new Error('it ended at once');
    return holder;
  } catch (error) {
    // Without its name it ends.
    rmSync(socket, { force: true });
    kill();
    throw error;
  } finally {
    signal.removeEventListener('abort', kill);
  }
}

/** The name of a new socket: that of one which is about to end is never taken. */
export const socketFor = (folder: string, vpc: string): string =>
  join(folder, `${checkId(vpc, 'VPC')}+${randomUUID().slice(0, 8)}`);

/** The VPC whose machines are held at the socket of this name. */
export const vpcOf = (name: string): string => name.slice(0, name.lastIndexOf('+'));

/** Bytes of what such a program says when it cannot hold anything. */
const COMPLAINT_BYTES = 4096;

function readiness(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    const complaint = keepOutput(child.stderr, COMPLAINT_BYTES, () => child.stderr?.destroy());
    if (child.stdout) readLines(child.stdout, () => resolve());
    child.once('error', reject);
    child.once('close', () => reject(new Error(complaint().trim().split('\n')[0] || 'it ended without a word')));
    child.on('error', ignore);
  });
}
