import { beforeAll, describe, expect, test } from 'vitest';
import { handler as createAsg } from '#functions/compute/asg/create.ts';
import { handler as deleteAsg } from '#functions/compute/asg/delete.ts';
import { handler as showAsg } from '#functions/compute/asg/show.ts';
import { handler as allocate } from '#functions/compute/elastic-ips/allocate.ts';
import { handler as showAddress } from '#functions/compute/elastic-ips/show.ts';
import { handler as list } from '#functions/compute/instances/list.ts';
import { handler as reboot } from '#functions/compute/instances/reboot.ts';
import { handler as show } from '#functions/compute/instances/show.ts';
import { handler as addBackend } from '#functions/compute/load-balancers/add-backend.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { handler as deleteBalancer } from '#functions/compute/load-balancers/delete.ts';
import { handler as showBalancer } from '#functions/compute/load-balancers/show.ts';
import { handler as showSnapshot } from '#functions/compute/snapshots/show.ts';
import { handler as showVolume } from '#functions/compute/volumes/show.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import type { SnapshotStatus } from '#lib/model/compute/snapshot.ts';
import type { VolumeStatus } from '#lib/model/compute/volume.ts';
import type { Statement } from '#lib/model/identity/policy/document.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Caller, callerOf, expectStatus, newIamCaller, newPolicy } from '#test/support/accounts/iam.ts';
import { asgBody } from '#test/support/compute/asgs.ts';
import { createdSnapshot, createdVolume, putSnapshotInto, putVolumeInto } from '#test/support/compute/disks.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';

let owner: SignedUp;
let root: Caller;
let instance: Instance;
let volume: string;
let snapshot: string;
let address: string;
let balancer: string;
let group: string;
beforeAll(async () => {
  owner = await verified();
  root = callerOf(owner);
  await standInHost();
  instance = await launched(owner, { tags: { env: 'dev' } });
  await putInto(instance, up);
  volume = (await createdVolume(owner)).id;
  await putVolumeInto(owner, volume, { status: 'available', operation: null });
  snapshot = (await createdSnapshot(owner, instance.id)).id;
  await putSnapshotInto(owner, snapshot, { status: 'available', operation: null });
  await putInto(instance, { ...up, operation: null, task: null });
  address = (await expectStatus(201, root(allocate))).id;
  const front = { name: 'front', listeners: [{ protocol: 'http', port: 8080 }] };
  balancer = (await expectStatus(201, root(createBalancer, { body: front }))).id;
  group = (await expectStatus(201, root(createAsg, { body: asgBody({ desired_capacity: 0 }) }))).id;
});

/** A caller with a policy of these statements. */
async function callerWith(...statements: Partial<Statement>[]): Promise<Caller> {
  const policy = await newPolicy(owner, ...statements);
  return (await newIamCaller(owner, { policy_ids: [policy] })).call;
}

/** What a caller sees to be allowed on one of each kind. */
async function seen(caller: Caller): Promise<Record<string, string[]>> {
  const replies = {
    instance: caller(show, { params: { id: instance.id } }),
    volume: caller(showVolume, { params: { vol_id: volume } }),
    snapshot: caller(showSnapshot, { params: { id: snapshot } }),
    address: caller(showAddress, { params: { id: address } }),
    balancer: caller(showBalancer, { params: { id: balancer } }),
    group: caller(showAsg, { params: { id: group } }),
  };
  const entries = Object.entries(replies).map(
    async ([name, reply]) => [name, (await expectStatus(200, reply)).allowed_actions] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

const reads = { Action: ['compute:Get*', 'compute:List*'] };
const everything = {
  instance: [
    ...['stop', 'reboot', 'terminate', 'create_snapshot', 'restore', 'attach_volume', 'attach_elastic_ip'],
    'open_console',
  ],
  volume: ['update', 'delete', 'attach'],
  snapshot: ['update', 'delete', 'restore'],
  address: ['update', 'attach', 'release'],
  balancer: ['update', 'delete', 'add_backend'],
  group: ['update', 'delete', 'refresh'],
};

describe('allowed_actions hold what the state and the policies allow', () => {
  test('for root and an administrator by the state alone', async () => {
    expect(await seen(root)).toEqual(everything);
    expect(await seen(await callerWith({}))).toEqual(everything);
  });

  test('for who may only read, nothing', async () => {
    const nothing = Object.fromEntries(Object.keys(everything).map((kind) => [kind, []]));
    expect(await seen(await callerWith(reads))).toEqual(nothing);
  });

  test('by action and resource, and a Deny beats an Allow', async () => {
    const instances = { Action: ['compute:StopInstance', 'compute:RebootInstance'], Resource: '*' };
    const other = { Action: 'compute:TerminateInstance', Resource: 'srn:compute:in-mum:*:instance/i-other' };
    const denied = { Effect: 'Deny', Action: 'compute:RebootInstance' } as const;
    const disks = { Action: ['compute:AttachVolume', 'compute:RestoreSnapshot', 'compute:UpdateAutoScalingGroup'] };
    expect(await seen(await callerWith(reads, instances, other, denied, disks))).toEqual({
      instance: ['stop', 'restore', 'attach_volume'],
      volume: ['attach'],
      snapshot: ['restore'],
      address: [],
      balancer: [],
      group: ['update', 'refresh'],
    });
  });

  test('by the tags and the price that the resource has, in lists and in replies of changes', async () => {
    const onTag = (action: string, env: string) => ({
      Action: action,
      Condition: { StringEquals: { 'svc:Tag/env': env } },
    });
    const cheap = { Action: 'compute:OpenConsole', Condition: { NumericLessThan: { 'svc:PlanPriceMonthly': 300 } } };
    const caller = await callerWith(
      reads,
      onTag('compute:StopInstance', 'dev'),
      onTag('compute:TerminateInstance', 'prod'),
      cheap,
      { Action: 'compute:RebootInstance' },
    );
    const { instances } = await expectStatus(200, caller(list));
    expect(instances.map((one: Instance) => one.allowed_actions)).toEqual([['stop', 'reboot', 'open_console']]);
    const rebooting = await expectStatus(200, caller(reboot, { params: { id: instance.id } }));
    expect(rebooting).toMatchObject({ status: 'rebooting', allowed_actions: [] });
    await putInto(instance, { ...up, operation: null });
  });

  test('a Deny on the instance counts for what is attached to it', async () => {
    const on = `srn:compute:in-mum:*:instance/${instance.id}`;
    const denied = { Effect: 'Deny' as const, Action: ['compute:AttachVolume', 'compute:StopInstance'], Resource: on };
    const allowed = (await seen(await callerWith({}, denied))).instance;
    expect(allowed).toEqual(everything.instance.filter((word) => !['attach_volume', 'stop'].includes(word)));
  });

  test('and asking for them costs no call to the table', async () => {
    const conditional = { Action: '*', Condition: { StringEquals: { 'svc:Tag/env': 'dev' } } };
    const plain = await callerWith(reads);
    const caller = await callerWith(reads, conditional);
    const one = await tableCalls(async () => void (await expectStatus(200, plain(list))));
    const two = await tableCalls(async () => void (await expectStatus(200, caller(list))));
    expect(two.calls.length).toBe(one.calls.length);
  });
});

const volumes: [VolumeStatus, object, string[]][] = [
  ['creating', { operation: { id: 'op-1', kind: 'create_volume' } }, ['update']],
  ['available', { operation: { id: 'op-1', kind: 'grow_volume' }, task: 'resizing' }, ['update']],
  ['in-use', {}, ['update', 'detach']],
  ['error', {}, ['update', 'delete']],
  ['deleting', { operation: { id: 'op-1', kind: 'delete_volume' } }, []],
];
test.each(volumes)('of a volume that is %s %j', async (status, more, words) => {
  const { id } = await createdVolume(owner);
  await putVolumeInto(owner, id, { status, operation: null, ...more });
  expect((await root(showVolume, { params: { vol_id: id } })).body.allowed_actions).toEqual(words);
});

const snapshots: [SnapshotStatus, string[]][] = [
  ['creating', ['update']],
  ['restoring', ['update']],
  ['deleting', []],
  ['error', ['update', 'delete']],
];
test.each(snapshots)('of a snapshot that is %s', async (status, words) => {
  await putSnapshotInto(owner, snapshot, { status });
  expect((await root(showSnapshot, { params: { id: snapshot } })).body.allowed_actions).toEqual(words);
});

test('of a load balancer with a backend, of one that a group uses, and of what is being deleted', async () => {
  const words = async () => (await root(showBalancer, { params: { id: balancer } })).body.allowed_actions;
  await expectStatus(201, root(addBackend, { params: { id: balancer }, body: { instance_id: instance.id } }));
  expect(await words()).toEqual(['update', 'delete', 'add_backend', 'remove_backend']);
  const bound = { name: 'bound', desired_capacity: 0, load_balancer_id: balancer };
  const { id } = await expectStatus(201, root(createAsg, { body: asgBody(bound) }));
  expect(await words()).toEqual(['update', 'add_backend', 'remove_backend']);
  expect((await root(deleteBalancer, { params: { id: balancer } })).status).toBe(409);
  expect((await expectStatus(200, root(deleteAsg, { params: { id } }))).allowed_actions).toEqual([]);
});
