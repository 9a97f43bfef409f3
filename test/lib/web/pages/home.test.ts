import { describe, expect, it, test } from 'vitest';
import type { ActivityEvent, Backend, BillingSummary, Instance, LoadBalancer } from '#lib/generated/client/schemas.ts';
import { hasNothing } from '#lib/web/pages/home/counted.ts';
import { daysAfter, spendingOf } from '#lib/web/pages/home/projection.ts';
import {
  addressTroubles,
  backupTroubles,
  balancerTroubles,
  machineTroubles,
  quotaTroubles,
  type Trouble,
  walletTroubles,
} from '#lib/web/pages/home/troubles.ts';

const said = (troubles: readonly Trouble[]) =>
  troubles.map(({ name, state, tone, why, to, label }) => [`${name}: ${state} (${tone})`, why, `${label}: ${to}`]);

describe('what needs attention', () => {
  const machine = (at: number, status_reason: string | null = null) =>
    ({ id: `i-${at}`, name: `web-${at}`, status_reason }) as Instance;

  it('has each machine in error with its reason and its events, five at most, and one row for the rest', () => {
    expect(said(machineTroubles([machine(1, 'no host has room'), machine(2)]))).toEqual([
      ['web-1: error (bad)', 'no host has room', 'See its events: /instances/i-1?tab=events'],
      ['web-2: error (bad)', 'Its events say what happened.', 'See its events: /instances/i-2?tab=events'],
    ]);
    const many = machineTroubles(Array.from({ length: 8 }, (_, at) => machine(at)));
    expect(many).toHaveLength(6);
    expect(said(many).at(-1)).toEqual(['Instances: 3 more (bad)', '', 'See all in error: /instances?status=error']);
  });

  const backup = (outcome: string, id: string, message = '') =>
    ({ type: `backup.${outcome}`, resource: `srn:svc:compute:in-mum:1:instance/${id}`, message }) as ActivityEvent;

  it('has an instance whose last backup failed, and none that was backed up since or is gone', () => {
    const events = [
      backup('failed', 'i-1', 'backup of instance i-1: failed (no space (4 GiB) is left)'),
      backup('failed', 'i-2'),
      backup('failed', 'i-3'),
      backup('succeeded', 'i-2'),
    ];
    const names = new Map([
      ['i-1', 'db-1'],
      ['i-2', 'db-2'],
    ]);
    expect(said(backupTroubles(events, names))).toEqual([
      ['db-1: backup failed (bad)', 'no space (4 GiB) is left', 'See its backups: /instances/i-1?tab=backups'],
    ]);
  });

  const balancer = (status: string, ...healths: string[]) =>
    ({
      id: 'lb-1',
      name: 'front',
      status,
      status_reason: status === 'error' ? 'port 80 is taken' : null,
      backends: healths.map((health) => ({ health, health_reason: 'timeout' }) as Backend),
    }) as LoadBalancer;

  it('has load balancers in error, and those with unhealthy backends and the reason of the first', () => {
    expect(said(balancerTroubles([balancer('error')]))).toEqual([
      ['front: error (bad)', 'port 80 is taken', 'See the load balancer: /load-balancers/lb-1'],
    ]);
    const hangs = 'It did not answer in time: the program hangs, or the firewall drops what the load balancer sends.';
    expect(said(balancerTroubles([balancer('active', 'healthy', 'unhealthy', 'unknown')]))).toEqual([
      ['front: 1 of 3 unhealthy (warn)', hangs, 'See its backends: /load-balancers/lb-1'],
    ]);
    expect(said(balancerTroubles([balancer('active', 'unhealthy')]))[0]?.[0]).toBe('front: 1 of 1 unhealthy (bad)');
    expect(balancerTroubles([balancer('active', 'healthy', 'draining')])).toEqual([]);
  });

  const wallet = (balance_paise: number, runway_hours: number | null) =>
    ({ balance_paise, runway_hours, burn_rate_paise_per_hour: 143 }) as BillingSummary;

  it('has a wallet that runs out within a week and is not topped up automatically, and any that is empty', () => {
    const few = 'It has ₹240.00, and ₹1.43 an hour is spent.';
    expect(said(walletTroubles(wallet(24_000, 167.9), false))).toEqual([
      ['Wallet: 6 days left (warn)', few, 'Top up: /billing?tab=top-up'],
    ]);
    expect(walletTroubles(wallet(24_000, 167.9), true)).toEqual([]);
    expect(walletTroubles(wallet(24_000, 168), false)).toEqual([]);
    expect(walletTroubles(wallet(24_000, null), false)).toEqual([]);
    const empty = 'An hour after it is used up, machines are stopped. Nothing is deleted.';
    expect(said(walletTroubles(wallet(0, null), true))).toEqual([
      ['Wallet: empty (bad)', empty, 'Top up: /billing?tab=top-up'],
    ]);
  });

  it('has an address that is not verified, and quotas that are used up', () => {
    expect(said(addressTroubles({ email: 'a@example.in', email_verified: false }))).toEqual([
      [
        'a@example.in: not verified (warn)',
        'Top-ups, invitations and IAM users need it; so do machines, except on a laptop.',
        'Verify it: /verify',
      ],
    ]);
    expect(addressTroubles({ email: null, email_verified: null })).toEqual([]);
    const quotas = [
      { name: 'elastic_ips', limit: 5, used: 5 },
      { name: 'volumes', limit: 20, used: 19 },
      { name: 'asgs', limit: 0, used: 0 },
    ];
    expect(said(quotaTroubles(quotas))).toEqual([
      ['Quota of elastic ips: used up (warn)', '5 of 5 are in use.', 'See the quotas: /quotas'],
    ]);
  });
});

describe('the spending of 30 days', () => {
  const daily = ['2026-11-27', '2026-11-28'].map((date, at) => ({ date, spend_paise: 100 + at }) as never);
  const summary = { daily, burn_rate_paise_per_hour: 10, month_to_date_paise: 2000, projected_month_paise: 2500 };
  const start = (date: string) => `${date}T00:00:00+05:30`;

  it('goes on at the current rate to the end of the month, in sum as it is projected', () => {
    const [spent, projected] = spendingOf(summary);
    expect(spent?.points).toEqual([
      { at: start('2026-11-27'), value: 100 },
      { at: start('2026-11-28'), value: 101 },
    ]);
    expect(projected).toEqual({
      name: 'projected',
      expected: true,
      points: [
        { at: start('2026-11-28'), value: 20 },
        { at: start('2026-11-29'), value: 240 },
        { at: start('2026-11-30'), value: 240 },
      ],
    });
  });

  it('never sums up to more than is projected, as a month has its highest price', () => {
    const [, projected] = spendingOf({ ...summary, projected_month_paise: 2100 });
    expect(projected?.points.map(({ value }) => value)).toEqual([0, 50, 50]);
  });

  it('has no projection where nothing more is spent, and that of today alone on the last day', () => {
    expect(spendingOf({ ...summary, projected_month_paise: 2000 })).toHaveLength(1);
    expect(spendingOf({ ...summary, daily: [] })).toHaveLength(1);
    const last = [{ date: '2026-11-30', spend_paise: 5 } as never];
    expect(spendingOf({ ...summary, daily: last })[1]?.points).toEqual([{ at: start('2026-11-30'), value: 500 }]);
  });
});

test('the days after a date end with its month, also in February and in December', () => {
  expect(daysAfter('2028-02-27')).toEqual(['2028-02-28', '2028-02-29']);
  expect(daysAfter('2026-12-30')).toEqual(['2026-12-31']);
  expect(daysAfter('2026-11-30')).toEqual([]);
  expect(daysAfter('2026-10-01')).toHaveLength(30);
});

test('an account has nothing whose only resource is its network; keys and users are no resources', () => {
  const quotas = [
    { name: 'vpcs', limit: 5, used: 1 },
    { name: 'ssh_keys', limit: 50, used: 2 },
    { name: 'instances', limit: 20, used: 0 },
  ];
  expect(hasNothing(quotas)).toBe(true);
  expect(hasNothing([...quotas, { name: 'buckets', limit: 20, used: 1 }])).toBe(false);
});
