import { findInstance } from '#lib/domain/compute/instances/resource.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { type ConsoleLog, type ConsoleLogQuery, mostLines } from '#lib/model/compute/console-log.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type LogPart, readLog } from '#lib/store/compute/console-logs.ts';

const defaultTail = 200;

interface Asked extends ConsoleLogQuery {
  id: string;
}

/**
 * The console output of the caller's machine since its last boot. 404 where the instance does not exist, 409 where it
 * has never booted, 400 for `tail` together with `after`.
 */
export async function getConsoleLog(context: Context, asked: Asked): Promise<ConsoleLog> {
  if (asked.tail !== undefined && asked.after !== undefined)
    throw new ApiError('validation_failed', 'after: cannot be used together with tail');
  const { id, launched_at } = await findInstance(context, asked.id);
  const parts = await readLog(context.principal.account_id, id);
  if (!parts && launched_at === null) {
    throw new ApiError('wrong_state', `instance ${id} has never booted; its console log begins with its first boot`);
  }
  return logOf(asked, parts ?? []);
}

/** The console log once it has lines that the caller has not seen; undefined before. Without `after`, at once. */
export async function grownConsoleLog(context: Context, asked: Asked): Promise<ConsoleLog | undefined> {
  const log = await getConsoleLog(context, asked);
  return asked.after === undefined || log.lines.length > 0 ? log : undefined;
}

function logOf({ id, tail = defaultTail, after }: Asked, parts: readonly LogPart[]): ConsoleLog {
  const lines = parts.flatMap((part) => part.lines);
  const boot = parts[0]?.boot ?? neverBooted;
  const first = parts[0]?.from ?? 0;
  const seen = after === undefined ? undefined : linesSeen(after, boot);
  const from = seen === undefined ? Math.max(0, lines.length - tail) : Math.max(0, seen - first);
  const shown = lines.slice(from, from + mostLines);
  return {
    instance_id: id,
    lines: shown,
    next: `${boot}.${first + Math.min(from, lines.length) + shown.length}`,
    truncated: first + from > (seen ?? 0),
  };
}

/** The boot id of a machine that has reported nothing yet. */
const neverBooted = '00000000-0000-0000-0000-000000000000';

/** How many lines of this boot the caller has seen. */
function linesSeen(after: string, boot: string): number {
  const [of, count] = after.split('.');
  return of === boot ? Number(count) : 0;
}
