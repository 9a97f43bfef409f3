import { beforeEach, expect, test, vi } from 'vitest';
import { HostLink } from '#lib/agent/link/link.ts';
import { issueJoinToken } from '#lib/domain/compute/hosts/tokens.ts';
import { jobKinds } from '#lib/model/compute/job.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { direct, newHostKey } from '#test/support/hosts/host-link.ts';

const boot_id = '6f1c2f0e-9c1f-4b52-8f0f-3a1d5b1c7f11';
const offer = {
  driver: 'simulated',
  capabilities: [],
  images: [],
  public_ip: '203.0.113.7',
  address_pool: null,
  reserved_ports: [22, 20_001],
  reserved_addresses: [],
};
const start = { boot_id, arch: 'x64', job_kinds: [...jobKinds], capacity: { ram_mib: 1024, vcpus: 2 }, offer };

const audience = process.env.SVC_BASE_URL || 'svc';
const linkWith = (hostId: string, { key, public_key } = newHostKey()) =>
  Object.assign(new HostLink({ hostId, key, audience, transport: direct }), { public_key });

beforeEach(async () => {
  await testTable();
});

test('a token makes one host, which starts, and starts again under the next epoch', async () => {
  const token = await issueJoinToken();
  const pair = newHostKey();
  const joining = linkWith('new', pair);
  const { host_id } = await joining.call('joinHosts', { join_token: token, public_key: pair.public_key });
  expect(host_id).toMatch(/^host-[a-z0-9]{4,12}$/);
  const used = joining.call('joinHosts', { join_token: token, public_key: pair.public_key });
  await expect(used).rejects.toMatchObject({ status: 401, code: 'invalid_host_signature' });
  const host = linkWith(host_id, pair);
  expect(await host.call('startHost', start)).toMatchObject({ epoch: 1, state: 'active' });
  expect(await host.call('startHost', start)).toMatchObject({ epoch: 1 });
  const again = { ...start, boot_id: boot_id.replace('6f', '7f') };
  expect(await host.call('startHost', again)).toMatchObject({ epoch: 2 });
  expect(await getHost(host_id)).toMatchObject({ free_ram_mib: 1024, free_vcpus: 2, public_ip: '203.0.113.7' });
});

test('who joins must have the private half of the key, and a token that has not expired', async () => {
  const token = await issueJoinToken({ seconds: -1 });
  const mine = linkWith('new');
  const foreign = mine.call('joinHosts', { join_token: token, public_key: newHostKey().public_key });
  await expect(foreign).rejects.toMatchObject({ status: 401, code: 'invalid_host_signature' });
  const late = mine.call('joinHosts', { join_token: token, public_key: mine.public_key });
  await expect(late).rejects.toMatchObject({ status: 410, code: 'join_token_expired' });
});

test('a token for a host gives it another key; a rotated key is good for ten more minutes', async () => {
  const token = await issueJoinToken({ host_id: 'host-a' });
  const first = newHostKey();
  const joining = linkWith('new', first);
  await joining.call('joinHosts', { join_token: token, public_key: first.public_key });
  const host = linkWith('host-a', first);
  host.begin((await host.call('startHost', start)).epoch);
  const second = newHostKey();
  await host.call('rotateHostKey', { public_key: second.public_key });
  const rotated = linkWith('host-a', second);
  rotated.begin(1);
  expect(await rotated.call('listHostJobs', {})).toEqual({ jobs: [], refused: [] });
  expect(await host.call('listHostJobs', {})).toEqual({ jobs: [], refused: [] });
  const later = Date.now() + 11 * 60_000;
  vi.useFakeTimers({ now: later, toFake: ['Date'] });
  try {
    await expect(host.call('listHostJobs', {})).rejects.toMatchObject({ code: 'invalid_host_signature' });
    expect(await rotated.call('listHostJobs', {})).toEqual({ jobs: [], refused: [] });
  } finally {
    vi.useRealTimers();
  }
});
