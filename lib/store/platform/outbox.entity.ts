import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** The intent to start a workflow, committed with the effect that needs it. The workflow's first task removes it. */
export const intent = z.strictObject({
  operation: z.string(),
  /** The state machine's name without service and stage: launch, start, stop … */
  machine: z.string(),
  input: z.record(z.string(), z.unknown()),
});

/** The deadline (real clock) after which an unsettled operation is abandoned. */
export const deadline = z.strictObject({
  operation: z.string(),
  machine: z.string(),
  account_id: z.string(),
  instance_id: z.string(),
  due: z.number(),
});

export const entities = {
  intent: entity({
    about: 'outbox intent',
    pk: 'OUTBOX#<operation>',
    sk: 'INTENT',
    index: { name: 'outboxIndex', pk: 'OUTBOX', sk: '<due>', isDivided: true },
    read: 'outbox schedule',
    record: intent,
  }),
  deadline: entity({
    about: 'deadline',
    pk: 'OUTBOX#<operation>',
    sk: 'DEADLINE',
    index: { name: 'deadlineIndex', pk: 'DEADLINE', sk: '<due>', isDivided: true },
    read: 'deadlines schedule',
    record: deadline,
  }),
};
