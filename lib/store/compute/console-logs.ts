import type { Stored } from '#lib/store/entity.ts';
import { keys } from '#lib/store/keys.ts';
import { query } from '#lib/store/platform/read.ts';
import { put, remove, transact } from '#lib/store/platform/write.ts';
import type { logPart } from './console-logs.entity.ts';

/** A part of a machine's console log: its number since the boot, the number of its first line, and its lines. */
export type LogPart = Stored<typeof logPart>;

/** How many parts are kept of a machine's log. Part n replaces part n - 16. */
const kept = 16;

const keyOf = (account: string, instance: string, no: number) =>
  keys.consoleLog(account, instance, `${no % kept}`.padStart(2, '0'));

/** Stores a part of a machine's console log. It replaces the part in the same slot. */
export const storeLogPart = (account: string, instance: string, part: LogPart): Promise<void> =>
  transact([put({ ...keyOf(account, instance, part.no), ...part })]);

/**
 * The parts of a machine's last boot, in order; undefined where there was none. The first slot always belongs to the
 * last boot, whose parts begin there. If a report was lost, only the parts after the gap are returned.
 */
export async function readLog(account: string, instance: string): Promise<LogPart[] | undefined> {
  const { pk } = keys.consoleLog(account, instance, '');
  const { items } = await query({ pk });
  const boot = items[0]?.boot;
  if (boot === undefined) return undefined;
  const parts = items.filter((part) => part.boot === boot).sort((one, other) => one.no - other.no);
  const gap = parts.findLastIndex((part, at) => at > 0 && parts[at - 1]?.no !== part.no - 1);
  return parts.slice(Math.max(0, gap));
}

/** Deletes the console log of a machine. */
export const eraseLog = (account: string, instance: string): Promise<void> =>
  transact(Array.from({ length: kept }, (_, no) => remove(keyOf(account, instance, no))));
