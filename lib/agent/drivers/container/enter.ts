import type { Launch } from '#lib/agent/hosted/backend.ts';
import { HOST_ENV } from '#lib/agent/hosted/tools.ts';

/** Host pids by which a machine is entered. */
export interface Door {
  readonly world: number;
  readonly init: number;
}

/** Wraps a program that is to run with a machine's share of the host. */
type Wrap = (argv: readonly string[]) => readonly string[];

/** Runs `argv` in all of a machine's namespaces. In two steps: an ordinary user may enter the lock only from the world. */
export function enterMachine(door: Door, argv: readonly string[], wrap: Wrap): Launch {
  const args = ['-t', `${door.world}`, '-U', '--preserve-credentials', '--', 'nsenter', '-t', `${door.init}`];
  const inner = ['-U', '-n', '-m', '-p', '-u', '-i', '--preserve-credentials', '--', ...argv];
  return host(wrap(['nsenter', ...args, ...inner]));
}

/** Runs `argv` in a world's user, network, mount, pid and IPC namespaces. */
export function enterWorld(world: number, argv: readonly string[], wrap: Wrap): Launch {
  const inner = ['-U', '-n', '-m', '-p', '-i', '--preserve-credentials', '--', ...argv];
  return host(wrap(['nsenter', '-t', `${world}`, ...inner]));
}

/** Runs `argv` of the host in nothing but the network of process `pid`, which belongs to this world. */
export function enterNetwork(door: Door, argv: readonly string[]): Launch {
  const user = `--user=/proc/${door.world}/ns/user`;
  return host(['nsenter', user, `--net=/proc/${door.init}/ns/net`, '--preserve-credentials', '--', ...argv]);
}

function host([file = '', ...args]: readonly string[]): Launch {
  return { file, args, env: HOST_ENV, cwd: '/' };
}
