import * as z from 'zod';
import { documentShape } from '#lib/model/identity/policy/document.ts';
import { listed } from '#lib/store/entity.ts';

export const policyRecord = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  type: z.literal('custom'),
  document: documentShape,
  /** Whether it names operators' actions; absent in policies from before these existed. */
  for_operators: z.boolean().exactOptional(),
  /** The number of users and groups that it is attached to. */
  attachment_count: z.number(),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number(),
});

/** The record of a managed policy: the number of its attachments in the account. The first attachment creates it. */
export const managedRecord = z.strictObject({
  ...policyRecord.pick({ id: true, account_id: true, name: true, attachment_count: true }).shape,
  type: z.literal('managed'),
  /** The same for all managed policies, so that lists by age show them first. */
  created_at: z.string().exactOptional(),
});

export const entities = {
  policy: listed('policy', {
    read: 'policy-cache misses, lists',
    record: z.union([policyRecord, managedRecord]),
  }),
};
