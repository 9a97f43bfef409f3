import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { putMetering } from '#lib/store/billing/metering.ts';
import type { Posture } from '#lib/store/billing/orders.ts';
import { changeAccountStatus } from '#lib/store/billing/suspension.ts';
import type { Write } from '#lib/store/platform/write.ts';
import { sound } from './standing.ts';

/** What a payment of so much ends: the suspension for an empty wallet, where it is then no longer empty. */
export function lifted({ account, wallet, metering }: Posture, paise: number, now: Date): Write[] {
  const standing = metering?.standing;
  const pays = (wallet?.balance_paise ?? 0) + paise > 0;
  if (!metering || !standing?.suspended || !pays) return [];
  const at = rfc3339(now);
  return [
    putMetering(metering, { ...metering, standing: { ...sound, alerted: standing.alerted }, due: at }),
    ...(account?.status === 'suspended' ? [changeAccountStatus(account.account_id, 'suspended', 'active', at)] : []),
  ];
}
