import { readFileSync } from 'node:fs';
import { descendantsOf } from '#test/lib/runtime/support/processes.ts';
import type { RunningPlatform } from './platform.ts';

/** Parts of a running platform that are processes of their own, by a pattern of their command lines. */
const parts = {
  agent: /lib\/agent\/main\.ts/,
  runtime: /lib\/runtime\/main\.ts/,
  'network host': /^\S*perl -e .* -- gateway=\S+ prefix=\d+ mac=/s,
  init: /^\/bin\/sh \/run\/init/,
  balancer: /lib\/runtime\/balancer\/engine\/main\.ts/,
  // The program itself, not its wrapper.
  database: /^\S*dynoxide serve .*dynamodb\.sqlite/,
} as const;

export type Part = keyof typeof parts;

/** The process id of a part of a platform; undefined while it does not run. */
export function partOf({ pid }: RunningPlatform, part: Part): number | undefined {
  return descendantsOf(pid).find((mark) => parts[part].test(commandLine(mark.pid)))?.pid;
}

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
