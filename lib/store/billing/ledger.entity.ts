import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';

/** How far an account's ledger has been reconciled, and its sums up to that point. */
export const checkpointRecord = z.strictObject({
  /** The id of the last entry in the sums. */
  through: z.string(),
  /** The number of entries in the sums. */
  entries: z.number(),
  /** By ledger account, in paise; they sum to zero. */
  sums: z.record(z.string(), z.number()),
  at: z.string(),
});

/** The findings of a reconciliation, for operators. */
export const differenceRecord = z.strictObject({
  account_id: z.string(),
  found_at: z.string(),
  findings: z.array(z.string()),
  /** How operators resolved it; absent while it is open. */
  resolved: z
    .strictObject({
      at: z.string(),
      by: z.string(),
      reason: z.string(),
    })
    .exactOptional(),
});

export const entities = {
  checkpoint: entity({
    about: 'ledger checkpoint',
    pk: 'A#<account>#wallet',
    sk: 'CHECKPOINT',
    read: 'reconciliation',
    record: checkpointRecord,
  }),
  difference: entity({
    about: 'ledger difference',
    pk: 'DIFFERENCES',
    sk: '<account>#<what>',
    read: 'operators',
    record: differenceRecord,
  }),
};
