import { rehearse, transact, type Write } from '#lib/store/platform/write.ts';

/** A request's writes. Their order is the order in which their refusals count. */
export type Effect = Write[];

/** Commits all of the writes or none; throws the refusal of the first write whose condition fails. */
export const carryOut = (effect: readonly Write[]): Promise<void> => transact(effect);

/** Checks every condition and changes nothing. */
export const tryOut = (effect: readonly Write[]): Promise<void> => rehearse(effect);
