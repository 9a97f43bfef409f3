import { beforeEach, describe, expect, test } from 'vitest';
import type { LinkInput } from '#lib/agent/link/link.ts';
import { removeHost } from '#lib/domain/compute/hosts/remove.ts';
import { showHost } from '#lib/domain/compute/hosts/show.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { platformAccount } from '#lib/model/platform/principal.ts';
import { getOffer, hostsOfPool } from '#lib/store/compute/directory.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import { newestAudit } from '#lib/store/requests/audit.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { state } from '#test/support/table/state.ts';
import { type Armed, armed, outcomeOf } from './ground.ts';
import { start } from './inputs.ts';

/* A host that was taken over, or whose settings are wrong, offers addresses and disks of another host. */

type Offer = LinkInput<'startHost'>['offer'];

let victim: Armed;
let attacker: Armed;
beforeEach(async () => {
  await testTable();
  const theirs = { public_ip: '203.0.113.7', address_pool: '203.0.113.64/28', disk_scope: 'rack-4' };
  victim = await armed('host-victim', theirs);
  attacker = await armed('host-attacker', { public_ip: '198.51.100.9', address_pool: null });
});

const starts = (host: Armed, offer: Partial<Offer>) =>
  host.link.call('startHost', { ...start, offer: { ...start.offer, public_ip: '198.51.100.9', ...offer } });
const beats = (host: Armed, offer: Partial<Offer>) =>
  host.link.call('beatHost', { jobs: [], offer: { ...start.offer, public_ip: '198.51.100.9', ...offer } });
const operator = () => systemContext('acc-operator', civilNow());

/** All but the reason that operators see at the attacker, and the count of what is in their log of it. */
const known = async () =>
  (await state())
    .filter(({ sk }) => sk !== 'ATTEMPTS')
    .map((item) => (item.pk === 'HOST#host-attacker' ? { ...item, refused: null } : item));

const audited = async () =>
  (await newestAudit(platformAccount, 100)).map(({ actor, action, status, resource }) => [
    actor.id,
    action,
    status,
    resource,
  ]);

const takings: Record<string, [Partial<Offer>, string]> = {
  'its public address': [{ public_ip: '203.0.113.7' }, '203.0.113.7'],
  'its pool': [{ address_pool: '203.0.113.64/28' }, '203.0.113.64/28'],
  'a part of its pool': [{ address_pool: '203.0.113.72/30' }, '203.0.113.72/30'],
  'a block around its pool': [{ address_pool: '203.0.113.64/27' }, '203.0.113.64/27'],
  'the largest block around its pool': [{ address_pool: '203.0.112.0/20' }, '203.0.112.0/20'],
  'an address of its pool as its public one': [{ public_ip: '203.0.113.70' }, '203.0.113.70'],
  'a pool with its public address': [{ address_pool: '203.0.113.0/28' }, '203.0.113.0/28'],
};

describe.each(Object.entries(takings))('%s', (_, [offer, taken]) => {
  const sentence = `another host has ${taken}, or a part of it: offer other addresses, or ask an operator`;
  test.each([
    ['at its start', starts],
    ['with a heartbeat', beats],
  ] as const)('is refused %s, names nothing else, and changes nothing', async (_, says) => {
    const before = await known();
    await expect(says(attacker, offer)).rejects.toMatchObject({
      status: 409,
      code: 'address_taken',
      message: sentence,
    });
    expect(await known()).toEqual(before);
    expect(await showHost(operator(), { id: attacker.id })).toMatchObject({ refused: { reason: sentence } });
  });
});

test.each(['0.0.0.0/0', '203.0.113.65/28', '203.0.96.0/19', '203.0.113.7/32', 'all', '2001:db8::/64'])(
  '%s is no pool of anybody',
  async (address_pool) => {
    expect(await outcomeOf(starts(attacker, { address_pool }))).toBe('400 validation_failed');
    expect((await getHost(attacker.id))?.claimed).toEqual(['198.51.100.9/32']);
  },
);

test('blocks beside those of another host are free', async () => {
  await starts(attacker, { public_ip: '203.0.113.8', address_pool: '203.0.113.80/28' });
  expect(await getOffer(attacker.id)).toMatchObject({ public_ip: '203.0.113.8', address_pool: '203.0.113.80/28' });
  expect(await showHost(operator(), { id: attacker.id })).toMatchObject({ refused: null });
});

test('of hosts that claim overlapping blocks at the same moment one gets them', async () => {
  const third = await armed('host-third', { public_ip: '198.51.100.10', address_pool: null });
  const ends = await Promise.all([
    outcomeOf(starts(attacker, { address_pool: '192.0.2.0/24' })),
    outcomeOf(starts(third, { public_ip: '198.51.100.10', address_pool: '192.0.2.128/26' })),
  ]);
  expect(ends.filter((end) => end === '409 address_taken')).toHaveLength(1);
  const pools = await Promise.all([attacker, third].map(async ({ id }) => (await getOffer(id))?.address_pool));
  expect(pools.filter((pool) => pool !== null)).toHaveLength(1);
});

test('a block is free once its host offers it no more, and once the host is removed', async () => {
  await starts(victim, { public_ip: '203.0.113.7', disk_scope: 'rack-4' });
  expect(await hostsOfPool('203.0.113.64/28')).toEqual([]);
  attacker.link.begin((await starts(attacker, { address_pool: '203.0.113.64/28' })).epoch);
  await removeHost(operator(), victim.id, { force: true });
  expect((await getHost(victim.id))?.claimed).toBeUndefined();
  await beats(attacker, { public_ip: '203.0.113.7', address_pool: '203.0.113.64/28' });
  expect((await getHost(attacker.id))?.claimed).toEqual(['203.0.113.64/28', '203.0.113.7/32']);
});

test('an operator allows a host the block that another one has; only that block, and only this host', async () => {
  const third = await armed('host-third', { public_ip: '198.51.100.10', address_pool: '203.0.113.64/28' });
  expect((await hostsOfPool('203.0.113.64/28')).sort()).toEqual(['host-third', 'host-victim']);
  const offer = { public_ip: '198.51.100.10', address_pool: '203.0.113.64/29' };
  expect(await outcomeOf(starts(third, offer))).toBe('409 address_taken');
  expect(await outcomeOf(starts(attacker, { address_pool: '203.0.113.64/28' }))).toBe('409 address_taken');
});

test.each(['rack-4', 'rack-5'])('the shared disks %s are of no host to which they are not allowed', async (name) => {
  const before = await known();
  await expect(starts(attacker, { disk_scope: name })).rejects.toMatchObject({
    status: 403,
    code: 'scope_refused',
    message: `disk scope ${name} is not allowed to this host; an operator allows it`,
  });
  expect(await outcomeOf(beats(attacker, { disk_scope: name }))).toBe('403 scope_refused');
  expect(await known()).toEqual(before);
});

test.each(['host-victim', 'local', 'local-2', '../rack-4', ''])('%j is no name of shared disks', async (disk_scope) => {
  expect(await outcomeOf(starts(attacker, { disk_scope }))).toBe('400 validation_failed');
});

describe('addresses at which nobody reaches a host', () => {
  test.each<[string, Partial<Offer>]>([
    ['loopback', { public_ip: '127.0.0.1' }],
    ['all of loopback', { public_ip: '127.255.255.254' }],
    ['no address', { public_ip: '0.0.0.0' }],
    ['this network', { public_ip: '0.0.0.9' }],
    ['link-local, where clouds have their metadata', { public_ip: '169.254.169.254' }],
    ['multicast', { public_ip: '224.0.0.1' }],
    ['reserved', { public_ip: '240.0.0.1' }],
    ['broadcast', { public_ip: '255.255.255.255' }],
    ['a pool of loopback', { address_pool: '127.0.2.0/24' }],
    ['a pool of link-local', { address_pool: '169.254.160.0/20' }],
    ['a pool of multicast', { address_pool: '239.255.0.0/28' }],
    ['a pool of no addresses', { address_pool: '0.0.0.0/20' }],
  ])('%s: neither a start nor a heartbeat takes them, and operators see it', async (_, offer) => {
    const before = await known();
    const [[field, value] = []] = Object.entries(offer);
    const message = `offer.${field}: ${value} is no address at which others reach it`;
    const refusal = { status: 400, code: 'validation_failed', message };
    await expect(starts(attacker, offer)).rejects.toMatchObject(refusal);
    await expect(beats(attacker, offer)).rejects.toMatchObject(refusal);
    expect(await known()).toEqual(before);
    expect(await showHost(operator(), { id: attacker.id })).toMatchObject({ refused: { reason: message } });
  });

  test.each(['10.0.0.8', '172.16.4.2', '192.168.1.10', '100.64.0.1'])('%s may be routed', async (public_ip) => {
    await starts(attacker, { public_ip });
    expect(await getOffer(attacker.id)).toMatchObject({ public_ip });
  });

  test('on a laptop hosts are on its loopback', async () => {
    process.env.SVC_MODE = 'local';
    try {
      await starts(attacker, { public_ip: '127.0.0.1', address_pool: '127.0.2.0/24' });
    } finally {
      delete process.env.SVC_MODE;
    }
    expect(await getOffer(attacker.id)).toMatchObject({ public_ip: '127.0.0.1', address_pool: '127.0.2.0/24' });
  });
});

describe('the log of operators', () => {
  const resource = 'srn:platform::platform:host/host-attacker';

  test('has a refused offer once, however often the host comes with it', async () => {
    for (let i = 0; i < 4; i++) await outcomeOf(beats(attacker, { public_ip: '203.0.113.7' }));
    expect(await audited()).toEqual([['host-attacker', 'beatHost', 409, resource]]);
    await outcomeOf(starts(attacker, { disk_scope: 'rack-4' }));
    expect((await audited())[0]).toEqual(['host-attacker', 'startHost', 403, resource]);
  });

  test('has it again where the host was let in meanwhile', async () => {
    const taken = { public_ip: '203.0.113.7' };
    await outcomeOf(starts(attacker, taken));
    attacker.link.begin((await starts(attacker, {})).epoch);
    await outcomeOf(beats(attacker, taken));
    expect(await audited()).toHaveLength(2);
  });

  test('has no more than five of a host within a quarter of an hour, whatever it offers', async () => {
    for (let last = 64; last < 74; last++) await outcomeOf(beats(attacker, { public_ip: `203.0.113.${last}` }));
    expect(await audited()).toHaveLength(5);
  });

  test('has nothing of offers that are taken, nor of a call that nobody signed', async () => {
    await starts(attacker, { public_ip: '198.51.100.77' });
    attacker.link.begin(7);
    await outcomeOf(beats(attacker, { public_ip: '203.0.113.7' }));
    expect(await audited()).toEqual([]);
  });
});
