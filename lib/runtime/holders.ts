import { closeSync, constants, openSync } from 'node:fs';
import { readdir, unlink } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';
import { hasCode, ignore } from './system/errors.ts';

/** The folder of a runtime's state where what holds machines that outlive it is asked. Its user alone can enter. */
export const HOLDERS = 'holders';

/** Milliseconds within which what holds machines ends them; a hundredth of it is enough. */
const PATIENCE_MS = 10_000;

/** A connection to what holds machines; null where nothing listens. The path may be longer than the kernel takes. */
export async function dialHolder(path: string): Promise<Socket | null> {
  return within(dirname(path), (folder) => dial(join(folder, basename(path))));
}

/**
 * Ends the machines in a runtime's state folder that a runtime and its agent have left. Resolves when all have ended,
 * to whether there were any. Only for who has made sure that neither runs. Who could write there may have left
 * anything: no link is followed.
 */
export async function endLeft(state: string): Promise<boolean> {
  try {
    return await within(join(state, HOLDERS), async (folder) => {
      const names = await readdir(folder);
      const ended = await Promise.all(names.map((name) => endHolder(join(folder, name))));
      return ended.includes(true);
    });
  } catch (error) {
    if (hasCode(error, 'ENOENT', 'ENOTDIR', 'ELOOP')) return false;
    throw error;
  }
}

/** Has `act` use an open folder, by a path that stays short. */
async function within<T>(folder: string, act: (path: string) => Promise<T>): Promise<T> {
  const descriptor = openSync(folder, constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW);
  try {
    return await act(`/proc/self/fd/${descriptor}`);
  } finally {
    closeSync(descriptor);
  }
}

function dial(path: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect(path);
    socket.once('connect', () => resolve(socket)).once('error', () => resolve(null));
  });
}

/** What holds machines ends when its socket has lost its name, and looks when somebody says something. */
async function endHolder(path: string): Promise<boolean> {
  const socket = await dial(path);
  await unlink(path).catch(ignore);
  if (!socket) return false;
  await new Promise<void>((resolve) => {
    const timer = setTimeout(() => socket.destroy(), PATIENCE_MS);
    socket.on('error', ignore).once('close', () => resolve(clearTimeout(timer)));
    socket.resume().write('\n');
  });
  return true;
}
