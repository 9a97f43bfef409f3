import { type InviteRecord, settleInvite } from '#lib/store/identity/invites.ts';
import { returnQuota } from '#lib/store/platform/quotas.ts';
import { freeUnique } from '#lib/store/platform/uniques.ts';
import type { Write } from '#lib/store/platform/write.ts';

/** What keeps an address from having two pending invites to one account. */
export const pendingInvite = 'invite';

/** A pending invite's end: its address and its place in the quota are free again. */
export const settled = (invite: InviteRecord, outcome: Parameters<typeof settleInvite>[1]): Write[] => [
  ...settleInvite(invite, outcome),
  freeUnique(invite.account_id, pendingInvite, invite.email, invite.id),
  returnQuota(invite.account_id, 'pending_invites'),
];
