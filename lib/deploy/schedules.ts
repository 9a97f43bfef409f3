import type { Share } from '#lib/model/platform/spread.ts';
import type { FunctionConfig } from './framework.ts';
import { DeployError } from './template.ts';

const seconds: Readonly<Record<string, number>> = { minute: 60, hour: 3600, day: 86_400 };

/**
 * How often each schedule of functions.yml runs, as SVC_SCHEDULES has it, and each of those that share its work. Throws
 * DeployError for what is no rate.
 */
export function schedulesOf(functions: readonly (readonly [string, FunctionConfig])[]): string {
  const periods = functions.flatMap(([key, { events = [], runs = 1 }]) =>
    events.flatMap(({ schedule }) => {
      if (schedule === undefined) return [];
      return `${key}${runs > 1 ? `*${runs}` : ''}=${periodOf(key, schedule)}`;
    }),
  );
  return periods.join(',');
}

/** What each of so many runs is told of its part of the work. */
export const sharesOf = (runs: number): Share[] => Array.from({ length: runs }, (_, run) => ({ run, of: runs }));

function periodOf(key: string, schedule: unknown): number {
  const { rate } = schedule as { rate?: unknown };
  const [, count, unit = ''] = /^rate\((\d{1,4}) (minute|hour|day)s?\)$/.exec(String(rate)) ?? [];
  if (count === undefined) throw new DeployError(`function ${key}: schedule: say rate(<n> minutes|hours|days)`);
  return Number(count) * (seconds[unit] ?? 0);
}
