import type { Stored } from '#lib/store/entity.ts';
import { deadlineIndex, outboxIndex } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import type { Rows, Stretch } from './lists.ts';
import type { deadline, intent } from './outbox.entity.ts';
import { due, firstOfIndex, get, query } from './read.ts';
import { put, remove, type Write } from './write.ts';

/** The intent to start a workflow, committed with the effect that needs it. The workflow's first task removes it. */
export type Intent = Stored<typeof intent>;

/** The deadline (real clock) after which an unsettled operation is abandoned. */
export type Deadline = Stored<typeof deadline>;

const sortable = (ms: number) => String(ms).padStart(15, '0');

/**
 * Stores an intent. The outbox schedule starts its workflow at `due` (real clock, epoch milliseconds) unless it has
 * started.
 */
export const putIntent = (intent: Intent, due: number): Write =>
  put({ ...keys.intent(intent.operation), gsi1pk: outboxIndex, gsi1sk: sortable(due), ...intent });

/** Whether the intent exists: it was committed and its workflow has not begun. */
export const hasIntent = async (operation: string): Promise<boolean> => Boolean(await get(keys.intent(operation)));

export const removeIntent = (operation: string): Write => remove(keys.intent(operation));

/** Overdue intents. */
export const dueIntents = (now: number) => due(outboxIndex, sortable(now));

/** When the earliest intent is overdue (real clock, epoch milliseconds); undefined where there is none. */
export async function nextIntent(): Promise<number | undefined> {
  const first = await firstOfIndex(outboxIndex);
  return first && Number(first.gsi1sk);
}

export const putDeadline = (deadline: Deadline): Write =>
  put({ ...keys.deadline(deadline.operation), gsi1pk: deadlineIndex, gsi1sk: sortable(deadline.due), ...deadline });

export const removeDeadline = (operation: string): Write => remove(keys.deadline(operation));

/** Operations that are past their deadline. */
export const dueDeadlines = (now: number) => due(deadlineIndex, sortable(now));

/**
 * Some of the overdue operations in the order of their deadlines, starting after `after` (its operation and due time).
 */
export async function overdue(now: number, { after, ...stretch }: Stretch): Promise<Rows<Deadline>> {
  const from = after && { ...keys.deadline(after.id), gsi1pk: deadlineIndex, gsi1sk: sortable(Number(after.name)) };
  const page = await query({ pk: deadlineIndex, index: 'gsi1', upTo: sortable(now), ...stretch, after: from });
  return { rows: page.items, isMore: page.last !== undefined };
}
