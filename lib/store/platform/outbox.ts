import type { Stored } from '#lib/store/entity.ts';
import { deadlineIndex, outboxIndex, shardOf } from '#lib/store/indexes.ts';
import { keys } from '#lib/store/keys.ts';
import type { deadline, intent } from './outbox.entity.ts';
import { get } from './read.ts';
import { put, remove, type Write } from './write.ts';

/** The intent to start a workflow, committed with the effect that needs it. The workflow's first task removes it. */
export type Intent = Stored<typeof intent>;

/** The deadline (real clock) after which an unsettled operation is abandoned. */
export type Deadline = Stored<typeof deadline>;

/** A time of the outbox's index. */
export const sortable = (ms: number) => String(ms).padStart(15, '0');

/** Where an operation's intent is in the index. */
export const intentShard = ({ operation }: Pick<Intent, 'operation'>) => shardOf(outboxIndex, operation);

/** Where its deadline is. */
export const deadlineShard = ({ operation }: Pick<Deadline, 'operation'>) => shardOf(deadlineIndex, operation);

/**
 * Stores an intent. The outbox schedule starts its workflow at `due` (real clock, epoch milliseconds) unless it has
 * started.
 */
export const putIntent = (intent: Intent, due: number): Write =>
  put({ ...keys.intent(intent.operation), gsi1pk: intentShard(intent), gsi1sk: sortable(due), ...intent });

/** Whether the intent exists: it was committed and its workflow has not begun. */
export const hasIntent = async (operation: string): Promise<boolean> => Boolean(await get(keys.intent(operation)));

export const removeIntent = (operation: string): Write => remove(keys.intent(operation));

export const putDeadline = (deadline: Deadline): Write =>
  put({
    ...keys.deadline(deadline.operation),
    gsi1pk: deadlineShard(deadline),
    gsi1sk: sortable(deadline.due),
    ...deadline,
  });

export const removeDeadline = (operation: string): Write => remove(keys.deadline(operation));
