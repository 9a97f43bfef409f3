import * as z from 'zod';
import { entity } from '#lib/store/entity.ts';
import { allowed } from './hosts.entity.ts';

/** A token with which one host can join. */
export const joinToken = z.strictObject({
  id: z.string(),
  /** SHA-256 of the token, in base64url. */
  hash: z.string(),
  /** The host that joins again with a new key; null for a new host. */
  host_id: z.string().nullable(),
  /** Epoch seconds of the civil clock. */
  expires: z.number(),
  /** When it was created, and the name of the operator who created it; absent where a program did. */
  created_at: z.string().exactOptional(),
  created_by: z.string().exactOptional(),
  /** What the host may share with others. */
  allowed: allowed.exactOptional(),
});

export const entities = {
  joinToken: entity({
    about: 'join token',
    pk: 'JOIN#<id>',
    sk: 'JOIN',
    index: { name: 'joinIndex', pk: 'JOIN', sk: '<id>' },
    read: 'joining hosts; GET /platform/join-tokens',
    expires: 'always',
    record: joinToken,
  }),
};
