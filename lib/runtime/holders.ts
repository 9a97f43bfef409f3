import { closeSync, constants, openSync } from 'node:fs';
import { readdir, rm } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { basename, dirname, join } from 'node:path';

/** The folder of a runtime's state where what holds machines that outlive it is asked. Its user alone can enter. */
export const HOLDERS = 'holders';

/** A connection to what holds machines; null where nothing listens. The path may be longer than the kernel takes. */
export async function dialHolder(path: string): Promise<Socket | null> {
  const folder = openSync(dirname(path), constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return await new Promise((resolve) => {
      const socket = connect(join(`/proc/self/fd/${folder}`, basename(path)));
      socket.once('connect', () => resolve(socket)).once('error', () => resolve(null));
    });
  } finally {
    closeSync(folder);
  }
}

/**
 * Ends the machines in a runtime's state folder that a runtime and its agent have left which were killed together.
 * Resolves when all have ended. Only for who has made sure that neither runs.
 */
export async function endLeft(state: string): Promise<void> {
  const folder = join(state, HOLDERS);
  const names = await readdir(folder).catch(() => []);
  await Promise.all(names.map((name) => endHolder(join(folder, name))));
}

/** What holds machines ends when its socket has lost its name, and looks when somebody says something. */
async function endHolder(path: string): Promise<void> {
  const socket = await dialHolder(path);
  await rm(path, { force: true });
  if (!socket) return;
  await new Promise<void>((resolve) => {
    socket.once('close', () => resolve()).resume();
    socket.write('\n');
  });
}
