import type {
  ActivityEvent,
  BillingSummary,
  Instance,
  LoadBalancer,
  Profile,
  Quota,
} from '#lib/generated/client/schemas.ts';
import { reasonOf } from '#lib/web/pages/network/balancers/health.ts';
import { money } from '#lib/web/parts/money.ts';
import { lasts } from '#lib/web/parts/runway.ts';

/** Something that needs attention, and the page on which it is dealt with. */
export interface Trouble {
  /** What it is about, by its name. */
  readonly name: string;
  /** What is wrong with it, in few words. */
  readonly state: string;
  readonly tone: 'bad' | 'warn';
  readonly why: string;
  /** The page, and what is done or seen there. */
  readonly to: string;
  readonly label: string;
}

/** How many rows each kind of trouble has: the rest are one more row. */
const most = 5;

/** Hours of runway below which a wallet needs attention. */
const shortRunway = 7 * 24;

/** The first rows of a kind, and a row for the rest. */
const atMost = (troubles: readonly Trouble[], rest: Pick<Trouble, 'name' | 'to' | 'label'>): Trouble[] => {
  const [more, first] = [troubles.length - most, troubles[0]];
  if (more <= 0 || !first) return [...troubles];
  return [...troubles.slice(0, most), { ...rest, state: `${more} more`, tone: first.tone, why: '' }];
};

/** Machines in error, which are those of a list that is filtered so. */
export const machineTroubles = (instances: readonly Instance[]): Trouble[] =>
  atMost(
    instances.map(({ id, name, status_reason }) => ({
      name,
      state: 'error',
      tone: 'bad',
      why: status_reason ?? 'Its events say what happened.',
      to: `/instances/${id}?tab=events`,
      label: 'See its events',
    })),
    { name: 'Instances', to: '/instances?status=error', label: 'See all in error' },
  );

/** The newest event of each instance whose last backup failed. `events` are those of backups, the oldest first. */
export function failedBackups(events: readonly ActivityEvent[]): (ActivityEvent & { readonly instance: string })[] {
  const newest = new Map<string, ActivityEvent>();
  for (const event of events) newest.set(event.resource.split('/').at(-1) ?? '', event);
  return [...newest].flatMap(([instance, event]) => (event.type === 'backup.failed' ? { ...event, instance } : []));
}

/** Instances whose last backup failed; `names` has those that still exist. */
export const backupTroubles = (events: readonly ActivityEvent[], names: ReadonlyMap<string, string>): Trouble[] =>
  atMost(
    failedBackups(events).flatMap(({ instance, message }) => {
      const name = names.get(instance);
      if (name === undefined) return [];
      return {
        name,
        state: 'backup failed',
        tone: 'bad',
        why: /: failed \((.{1,300})\)$/s.exec(message)?.[1] ?? message,
        to: `/instances/${instance}?tab=backups`,
        label: 'See its backups',
      };
    }),
    { name: 'Backups', to: '/activity?type=backup.*', label: 'See all' },
  );

/** Load balancers in error, and those with backends that are unhealthy. */
export const balancerTroubles = (balancers: readonly LoadBalancer[]): Trouble[] =>
  atMost(
    balancers.flatMap(({ id, name, status, status_reason, backends }) => {
      const to = `/load-balancers/${id}`;
      if (status === 'error') {
        const why = status_reason ?? 'It does not work.';
        return { name, state: 'error', tone: 'bad', why, to, label: 'See the load balancer' };
      }
      const ill = backends.filter(({ health }) => health === 'unhealthy');
      const [first] = ill;
      if (!first) return [];
      return {
        name,
        state: `${ill.length} of ${backends.length} unhealthy`,
        tone: ill.length === backends.length ? 'bad' : 'warn',
        why: reasonOf(first) ?? 'Their checks fail.',
        to,
        label: 'See its backends',
      };
    }),
    { name: 'Load balancers', to: '/load-balancers', label: 'See all' },
  );

/** Whether a wallet is empty, or runs out within a week as it is spent now. */
export const isShort = ({ balance_paise, runway_hours }: BillingSummary): boolean =>
  balance_paise <= 0 || (runway_hours !== null && runway_hours < shortRunway);

/** A wallet that is empty, or runs out within a week and is not topped up automatically. */
export function walletTroubles(billing: BillingSummary, isAutomatic: boolean): Trouble[] {
  const { balance_paise: balance, runway_hours, burn_rate_paise_per_hour: burn } = billing;
  if (!isShort(billing)) return [];
  const topUp = { name: 'Wallet', to: '/billing?tab=top-up', label: 'Top up' } as const;
  if (balance <= 0) {
    const why = 'An hour after it is used up, machines are stopped. Nothing is deleted.';
    return [{ ...topUp, state: 'empty', tone: 'bad', why }];
  }
  if (isAutomatic) return [];
  const left = `${lasts(runway_hours ?? 0)} left`;
  return [
    { ...topUp, state: left, tone: 'warn', why: `It has ${money(balance)}, and ${money(burn)} an hour is spent.` },
  ];
}

/** An address that is not verified. */
export const addressTroubles = ({ email, email_verified }: Pick<Profile, 'email' | 'email_verified'>): Trouble[] =>
  email_verified === false
    ? [
        {
          name: email ?? 'Your address',
          state: 'not verified',
          tone: 'warn',
          why: 'Top-ups, invitations and IAM users need it; so do machines, except on a laptop.',
          to: '/verify',
          label: 'Verify it',
        },
      ]
    : [];

/** Quotas that are used up. */
export const quotaTroubles = (quotas: readonly Quota[]): Trouble[] =>
  quotas
    .filter(({ used, limit }) => limit > 0 && used >= limit)
    .map(({ name, used, limit }) => ({
      name: `Quota of ${name.replaceAll('_', ' ')}`,
      state: 'used up',
      tone: 'warn',
      why: `${used} of ${limit} are in use.`,
      to: '/quotas',
      label: 'See the quotas',
    }));
