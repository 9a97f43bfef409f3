import type { LinkInput } from '#lib/agent/link/link.ts';
import { jobKinds } from '#lib/model/compute/job.ts';
import { newHostKey } from '#test/support/hosts/host-link.ts';
import type { Called, Ground } from './ground.ts';

/** What a route is called with, and what stands in the places of its path. */
export interface Attack<N extends Called = Called> {
  readonly input: LinkInput<N>;
  readonly params: Readonly<Record<string, string>>;
}

const boot = '6f1c2f0e-9c1f-4b52-8f0f-3a1d5b1c7f11';

export const start: LinkInput<'startHost'> = {
  boot_id: boot,
  arch: 'x64',
  job_kinds: [...jobKinds],
  capacity: { ram_mib: 131_072, vcpus: 64 },
  offer: {
    driver: 'simulated',
    capabilities: [],
    images: [],
    public_ip: '203.0.113.66',
    address_pool: null,
    reserved_ports: [],
    reserved_addresses: [],
  },
};

/** For every route the best that a host can ask for with the names of what another host has. */
export function attacksWith({ theirs, owner }: Ground): { readonly [N in Called]: Attack<N> } {
  const { operation, step, instance, balancer } = theirs;
  const job = { operation, step };
  const handshake = {
    id: 'req-2',
    instance,
    path: `/compute/ws/instances/${instance}/console`,
    headers: { authorization: `Bearer ${owner.bearer}` },
    query: '',
    source_ip: '198.51.100.7',
    user_agent: 'curl',
  };
  return {
    startHost: { input: start, params: {} },
    beatHost: { input: { jobs: [job] }, params: {} },
    listHostJobs: { input: {}, params: {} },
    takeHostJob: { input: { names: true }, params: job },
    reportJobProgress: { input: { turn: 'a', percent: 50 }, params: job },
    reportJobResult: { input: { turn: 'a', outcome: { ok: false, error: 'FAILED', cause: 'mine' } }, params: job },
    listHostMachines: { input: {}, params: {} },
    getHostMachine: { input: {}, params: { id: instance } },
    reportMachine: { input: { event: 'boot_failed', cause: 'mine' }, params: { id: instance } },
    reportConsoleLog: { input: { boot, part: { no: 0, from: 0, lines: ['mine'] } }, params: { id: instance } },
    reportSamples: {
      input: { step: 10, batches: [{ instance_id: instance, points: [], roll_up: { from: 0, to: 900 } }] },
      params: {},
    },
    listHostBalancers: { input: {}, params: {} },
    reportBalancer: { input: { rev: 1, state: 'gone' }, params: { id: balancer } },
    openHostConsole: { input: { handshake, full: [] }, params: {} },
    checkHostConsole: { input: {}, params: { id: theirs.console } },
    closeHostConsole: { input: { code: 1000 }, params: { id: theirs.console } },
    connectBell: { input: {}, params: {} },
    rotateHostKey: { input: { public_key: newHostKey().public_key }, params: {} },
    leaveHosts: { input: {}, params: {} },
  };
}
