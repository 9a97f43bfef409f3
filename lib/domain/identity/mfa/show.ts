import type { Context } from '#lib/domain/platform/context.ts';
import type { Mfa } from '#lib/model/identity/mfa.ts';
import { getMfa } from '#lib/store/identity/mfa.ts';

/** Whether the caller's one-time codes are enabled, and how many recovery codes are left. */
export async function showMfa({ principal }: Context): Promise<Mfa> {
  const record = await getMfa(principal.id);
  const enabled = record?.state === 'enabled';
  return {
    enabled,
    type: 'totp',
    enabled_at: record?.enabled_at ?? null,
    recovery_codes_remaining: enabled ? Object.keys(record.recovery).length : 0,
  };
}
