import * as z from 'zod';
import { invite } from '#lib/model/identity/team.ts';
import { roles } from '#lib/model/platform/principal.ts';
import { entity } from '#lib/store/entity.ts';

export const inviteRecord = z.strictObject({
  id: z.string(),
  account_id: z.string(),
  email: z.string(),
  role: z.enum(roles).exclude(['owner']),
  status: invite.shape.status,
  /** The inviter's e-mail address or username. */
  invited_by: z.string(),
  /** SHA-256 of the token. */
  token_hash: z.string(),
  /** RFC 3339, civil clock. */
  expires_at: z.string(),
  created_at: z.string(),
  updated_at: z.string(),
  /** The account's generation when the invite was created. A pending invite of an earlier generation is revoked. */
  account_generation: z.number().exactOptional(),
  /** The user that accepted it, and the membership. */
  accepted: z
    .strictObject({
      user_id: z.string(),
      member_id: z.string(),
    })
    .exactOptional(),
});

export const entities = {
  invite: entity({
    about: 'invite',
    pk: 'A#<account>#invite',
    sk: '<invite>',
    index: { name: 'inviteIndex', pk: 'INVITE', sk: '<expires>' },
    read: 'accept, info, lists; invites schedule',
    record: inviteRecord,
  }),
  settledInvite: entity({
    about: 'settled invite',
    pk: 'A#<account>#settled',
    sk: '<invite>',
    read: 'accept, info',
    expires: 'always',
    record: z.strictObject({ ...inviteRecord.shape, ttl: z.number() }),
  }),
};
