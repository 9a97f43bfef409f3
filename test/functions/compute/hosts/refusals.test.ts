import { beforeEach, describe, expect, test } from 'vitest';
import { HostLink, type LinkInput } from '#lib/agent/link/link.ts';
import { LinkError } from '#lib/agent/link/link-error.ts';
import type { Transport } from '#lib/agent/link/transport.ts';
import { type HostRoute, hostApi } from '#lib/model/compute/host-api.ts';
import { protocolHeader } from '#lib/model/compute/host-call.ts';
import { jobKinds } from '#lib/model/compute/job.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { changeHost, direct, linkOf, newHostKey } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

type Called = { [N in Exclude<HostRoute, 'joinHosts'>]: LinkInput<N> };

const offer = {
  driver: 'simulated',
  capabilities: [],
  images: [],
  public_ip: '203.0.113.7',
  address_pool: null,
  reserved_ports: [],
  reserved_addresses: [],
};
const handshake = {
  id: 'req-1',
  instance: 'i-1',
  path: '/compute/ws/instances/i-1/console',
  headers: {},
  query: '',
  source_ip: '127.0.0.1',
  user_agent: '',
};

/** What each route is called with, so that only who calls is wrong. */
const inputs: Called = {
  startHost: {
    boot_id: '6f1c2f0e-9c1f-4b52-8f0f-3a1d5b1c7f11',
    arch: 'x64',
    job_kinds: [...jobKinds],
    capacity: { ram_mib: 1024, vcpus: 1 },
    offer,
  },
  beatHost: { jobs: [] },
  listHostJobs: {},
  takeHostJob: {},
  reportJobProgress: { turn: 'a', percent: 1 },
  reportJobResult: { turn: 'a', outcome: { ok: true, result: {} } },
  listHostMachines: {},
  getHostMachine: {},
  reportMachine: { event: 'booting' },
  reportConsoleLog: { boot: '6f1c2f0e-9c1f-4b52-8f0f-3a1d5b1c7f11', part: { no: 0, from: 0, lines: [] } },
  reportSamples: { step: 10, batches: [] },
  listHostBalancers: {},
  reportBalancer: { rev: 1 },
  openHostConsole: { handshake, full: [] },
  checkHostConsole: {},
  closeHostConsole: { code: 1000 },
  connectBell: {},
  rotateHostKey: { public_key: newHostKey().public_key },
  leaveHosts: {},
};
const names = Object.keys(inputs) as (keyof Called)[];
const params = { operation: 'op-1', step: 'create', id: 'i-1' };

/** How a call of a route ends: the status and the code of its refusal, or `done`. */
async function outcome(link: HostLink, name: keyof Called): Promise<string> {
  const call = link.call as (name: string, input: unknown, params: unknown) => Promise<unknown>;
  return call.call(link, name, inputs[name], params).then(
    () => 'done',
    (error: unknown) => {
      if (!(error instanceof LinkError)) throw error;
      return `${error.status} ${error.code}`;
    },
  );
}

const host = 'host-1';
beforeEach(async () => {
  await testTable();
  await standInHost({ id: host });
});

/** Passes calls on, changed. */
const through = (change: (sent: Parameters<Transport['send']>[0]) => Parameters<Transport['send']>[0]): Transport => ({
  ...direct,
  send: (sent) => direct.send(change(sent)),
});

test('every route of the host API is called here', () => {
  expect([...names, 'joinHosts'].sort()).toEqual(Object.keys(hostApi).sort());
});

describe.each(names)('%s', (name) => {
  test('is for hosts that go on', async () => {
    const link = await linkOf(host);
    await changeHost(host, { state: 'removed' });
    expect(await outcome(link, name)).toBe('403 host_removed');
    await changeHost(host, { state: 'fenced' });
    expect(await outcome(link, name)).toBe('403 host_fenced');
  });

  test('is for the latest start alone', async () => {
    const link = await linkOf(host, 7);
    expect(await outcome(link, name)).toBe(name === 'startHost' ? 'done' : '409 stale_epoch');
  });

  test("is not for another host's key, nor for a host that does not exist", async () => {
    const { key } = newHostKey();
    await linkOf(host);
    const forged = new HostLink({ hostId: host, key, audience: 'svc', transport: direct });
    expect(await outcome(forged, name)).toBe('401 invalid_host_signature');
    const stranger = new HostLink({ hostId: 'host-9', key, audience: 'svc', transport: direct });
    expect(await outcome(stranger, name)).toBe('401 invalid_host_signature');
  });

  test('is for the version that is served, and for bodies that are not too large', async () => {
    const old = through((sent) => ({ ...sent, headers: { ...sent.headers, [protocolHeader]: '99' } }));
    expect(await outcome(await linkOf(host, undefined, { transport: old }), name)).toBe('426 protocol_unsupported');
    // The body of a GET has no meaning, and is not passed on.
    if (hostApi[name].method === 'GET') return;
    const large = through((sent) => ({ ...sent, body: sent.body.padEnd(1024 * 1024 + 1) }));
    expect(await outcome(await linkOf(host, undefined, { transport: large }), name)).toBe('413 payload_too_large');
  });

  test('is for what was signed', async () => {
    const changed = hostApi[name].method === 'GET' ? 'target' : 'body';
    const other = through((sent) => ({ ...sent, [changed]: `${sent[changed]}0` }));
    expect(await outcome(await linkOf(host, undefined, { transport: other }), name)).toBe('401 invalid_host_signature');
  });
});

test.each([
  'takeHostJob',
  'reportJobProgress',
  'reportJobResult',
  'getHostMachine',
  'reportMachine',
  'reportBalancer',
  'checkHostConsole',
] as const)('%s of what is not there is 404', async (name) => {
  expect(await outcome(await linkOf(host), name)).toBe('404 not_found');
});

test('samples of machines that are not of this host are answered, and not stored', async () => {
  const link = await linkOf(host);
  const batches = [{ instance_id: 'i-other', points: [] }];
  expect(await link.call('reportSamples', { step: 10, batches })).toEqual({ unknown: ['i-other'] });
});
