import { entity, z } from '#lib/store/entity.ts';
import { allowed } from './hosts.entity.ts';

/** What lets one host join. */
export const joinToken = z.strictObject({
  id: z.string(),
  /** SHA-256 of the token, in base64url. */
  hash: z.string(),
  /** The host that takes its place again with a new key; a new host where it is null. */
  host_id: z.string().nullable(),
  /** Epoch seconds of the civil clock. */
  expires: z.number(),
  /** When it was made, and the name of the operator who made it; absent where a program did. */
  created_at: z.string().exactOptional(),
  created_by: z.string().exactOptional(),
  /** What the host may have together with others. */
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
