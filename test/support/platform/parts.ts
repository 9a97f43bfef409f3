import { readFileSync } from 'node:fs';
import { descendantsOf, processesWith } from '#test/lib/runtime/support/processes.ts';
import { driverFolder } from './driver-folder.ts';
import type { RunningPlatform } from './platform.ts';

/** Parts of a running platform that are processes of their own, by a pattern of their command lines. */
const parts = {
  agent: /lib\/agent\/main\.ts/,
  runtime: /lib\/runtime\/main\.ts/,
  'network host': /^\S*perl -e .* -- gateway=\S+ prefix=\d+ .*mac=/s,
  init: /^\/bin\/sh \/run\/init/,
  balancer: /lib\/runtime\/balancer\/engine\/main\.ts/,
  // The program itself, not its wrapper.
  database: /^\S*dynoxide serve .*dynamodb\.sqlite/,
} as const;

export type Part = keyof typeof parts;

/** The process id of a part of a platform; undefined while it does not run. */
export function partOf({ pid, dataDir }: RunningPlatform, part: Part): number | undefined {
  // What holds machines has no parent of the platform's any more once its runtime was killed.
  const holders = processesWith(`socket=${driverFolder(dataDir, 'container')}/`);
  const pids = [...descendantsOf(pid).map((mark) => mark.pid), ...holders, ...holders.flatMap(childrenOf)];
  return pids.find((one) => parts[part].test(commandLine(one)));
}

const childrenOf = (pid: number): number[] => descendantsOf(pid).map((mark) => mark.pid);

/** Sends SIGKILL to a part of a platform. Throws when it does not run. */
export function killPart(platform: RunningPlatform, part: Part): void {
  const pid = partOf(platform, part);
  if (pid === undefined) throw new Error(`the platform's ${part} does not run`);
  process.kill(pid, 'SIGKILL');
}

function commandLine(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
