import { sendOutbox } from '#lib/domain/platform/operations/outbox.ts';
import { tick } from '#lib/edge/tick.ts';

/** Every minute: starts the workflows that a crash kept from starting. */
export const handler = tick('outboxTick', sendOutbox);
