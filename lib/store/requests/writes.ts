import { transact, type Write } from '#lib/store/platform/write.ts';

/** A request's own writes, in the order in which their refusals count. */
export type Writes = Write[];

/** All of the writes or none; throws the refusal of the first whose condition fails. */
export const carryOut = (writes: readonly Write[]): Promise<void> => transact(writes);
