import type { Launch } from '#lib/agent/hosted/backend.ts';
import { HOST_ENV } from '#lib/agent/hosted/tools.ts';

/** Host pids by which a machine is entered. */
export interface Door {
  readonly world: number;
  readonly init: number;
}

/** Runs `argv` in all of a machine's namespaces. In two steps: an ordinary user may enter the lock only from the world. */
export function enterMachine(door: Door, argv: readonly string[]): Launch {
  const args = ['-t', `${door.world}`, '-U', '--preserve-credentials', '--', 'nsenter', '-t', `${door.init}`];
  return host('nsenter', [...args, '-U', '-n', '-m', '-p', '-u', '-i', '--preserve-credentials', '--', ...argv]);
}

/** Runs `argv` in a world's user, network, mount, pid and IPC namespaces. */
export function enterWorld(world: number, argv: readonly string[]): Launch {
  return host('nsenter', ['-t', `${world}`, '-U', '-n', '-m', '-p', '-i', '--preserve-credentials', '--', ...argv]);
}

/** Runs `argv` of the host in nothing but the network of process `pid`, which belongs to this world. */
export function enterNetwork(door: Door, argv: readonly string[]): Launch {
  const user = `--user=/proc/${door.world}/ns/user`;
  return host('nsenter', [user, `--net=/proc/${door.init}/ns/net`, '--preserve-credentials', '--', ...argv]);
}

function host(file: string, args: readonly string[]): Launch {
  return { file, args, env: HOST_ENV, cwd: '/' };
}
