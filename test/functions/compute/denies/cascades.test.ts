import { beforeAll, expect, test } from 'vitest';
import { handler as deleteAsg } from '#functions/compute/asg/delete.ts';
import { handler as refresh } from '#functions/compute/asg/refresh.ts';
import { handler as updateAsg } from '#functions/compute/asg/update.ts';
import { handler as putSchedule } from '#functions/compute/backup-schedules/put.ts';
import { handler as allocate } from '#functions/compute/elastic-ips/allocate.ts';
import { handler as attachAddress } from '#functions/compute/elastic-ips/attach.ts';
import { handler as detachAddress } from '#functions/compute/elastic-ips/detach.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { handler as deleteBalancer } from '#functions/compute/load-balancers/delete.ts';
import { handler as deleteSnapshot } from '#functions/compute/snapshots/delete.ts';
import { handler as showSnapshot } from '#functions/compute/snapshots/show.ts';
import { handler as detachVolume } from '#functions/compute/volumes/detach.ts';
import type { Handler } from '#lib/edge/route.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Banned, banned } from '#test/support/accounts/banned.ts';
import { callerOf, expectStatus, refusal } from '#test/support/accounts/iam.ts';
import { asgOf, newAsg, settled } from '#test/support/compute/asgs.ts';
import { createdSnapshot, createdVolume, putSnapshotInto, putVolumeInto } from '#test/support/compute/disks.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

/* What only a look-up finds: a Deny counts there as well (contract 1.10). */

let owner: SignedUp;
let bound: Banned;
beforeAll(async () => {
  owner = await verified();
  await standInHost();
  bound = await banned(owner);
});

/** That each of these Denies refuses a request, and then, that without them it is let through. */
async function refusedBy(bans: [action: string, resource: string][], handler: Handler, request: Omit<Call, 'bearer'>) {
  for (const [action, resource] of bans) {
    const name = await bound.deny(action, resource);
    expect(refusal(await bound.call(handler, request))).toEqual(bound.denied(action, name));
  }
  await bound.deny('compute:*', 'instance/another');
  await expectStatus(200, bound.call(handler, request));
}

const running = async (): Promise<Instance> => {
  const instance = await launched(owner);
  await putInto(instance, up);
  return instance;
};

/** A volume in an instance. */
async function volumeIn(instance: Instance, changes: object = {}): Promise<string> {
  const { id } = await createdVolume(owner);
  await putVolumeInto(owner, id, { status: 'in-use', instance_id: instance.id, operation: null, ...changes });
  const { volume_ids } = await recordOf(instance);
  await putInto(instance, { volume_ids: [...volume_ids, id] });
  return id;
}

async function snapshotOf(instance: Instance, changes: object = {}): Promise<string> {
  await putInto(instance, up);
  const { id } = await createdSnapshot(owner, instance.id);
  await putSnapshotInto(owner, id, { status: 'available', operation: null, ...changes });
  await putInto(instance, { ...up, task: null });
  return id;
}

test('a termination is refused by a Deny on what it detaches', async () => {
  const instance = await running();
  const volume = await volumeIn(instance);
  const { id: address } = await expectStatus(201, callerOf(owner)(allocate));
  await expectStatus(
    200,
    callerOf(owner)(attachAddress, { params: { id: address }, body: { instance_id: instance.id } }),
  );
  const listeners = [{ protocol: 'http', port: 8080 }];
  const body = { name: 'front', listeners, backends: [{ instance_id: instance.id }] };
  const { id: balancer } = await expectStatus(201, callerOf(owner)(createBalancer, { body }));
  await snapshotOf(instance);
  await bound.deny('compute:DeleteVolume', `volume/${volume}`);
  await refusedBy(
    [
      ['compute:GetVolume', `volume/${volume}`],
      ['compute:DetachVolume', `volume/${volume}`],
      ['compute:TerminateInstance', `volume/${volume}`],
      ['compute:DetachElasticIp', `elastic-ip/${address}`],
      ['compute:RemoveLoadBalancerBackend', `load-balancer/${balancer}`],
    ],
    terminate,
    { params: { id: instance.id } },
  );
});

test('what a termination keeps is not deleted; what it deletes must not be denied', async () => {
  const instance = await running();
  const volume = await volumeIn(instance);
  const snapshot = await snapshotOf(instance);
  const other = await snapshotOf(await running());
  const params = { id: instance.id };
  await bound.deny('compute:DeleteVolume', `volume/${volume}`);
  await expectStatus(200, bound.call(terminate, { params, query: { dry_run: 'true' } }));
  await bound.deny('compute:DeleteSnapshot', 'snapshot/*');
  await expectStatus(200, bound.call(terminate, { params, query: { dry_run: 'true' } }));
  await bound.deny('compute:DeleteSnapshot', `snapshot/${other}`);
  const query = { delete_volumes: 'true', delete_snapshots: 'true' };
  await expectStatus(200, bound.call(terminate, { params, query: { ...query, dry_run: 'true' } }));
  await refusedBy(
    [
      ['compute:DeleteVolume', `volume/${volume}`],
      ['compute:DeleteSnapshot', `snapshot/${snapshot}`],
      ['compute:GetSnapshot', `snapshot/${snapshot}`],
    ],
    terminate,
    { params, query },
  );
});

test('a volume that goes with its instance is deleted by the termination', async () => {
  const instance = await running();
  const volume = await volumeIn(instance, { delete_on_termination: true });
  await refusedBy([['compute:DeleteVolume', `volume/${volume}`]], terminate, { params: { id: instance.id } });
});

test('taking something from an instance is refused by a Deny on the instance', async () => {
  const instance = await running();
  const { id } = await expectStatus(201, callerOf(owner)(allocate));
  await expectStatus(200, callerOf(owner)(attachAddress, { params: { id }, body: { instance_id: instance.id } }));
  const bans: [string, string][] = [
    ['compute:GetInstance', `instance/${instance.id}`],
    ['compute:DetachElasticIp', `instance/${instance.id}`],
  ];
  await refusedBy(bans, detachAddress, { params: { id } });
  const volume = await volumeIn(instance);
  const name = await bound.deny('compute:DetachVolume', `instance/${instance.id}`);
  const reply = await bound.call(detachVolume, { params: { vol_id: volume } });
  expect(refusal(reply)).toEqual(bound.denied('compute:DetachVolume', name));
});

test('a snapshot is its instance’s, whichever path leads to it', async () => {
  const instance = await running();
  const id = await snapshotOf(instance);
  await refusedBy([['compute:GetSnapshot', `instance/${instance.id}`]], showSnapshot, { params: { id } });
  await refusedBy([['compute:DeleteSnapshot', `instance/${instance.id}`]], deleteSnapshot, { params: { id } });
});

test('a schedule that keeps less is refused by a Deny on the backups that it would delete', async () => {
  const instance = await running();
  const old = await snapshotOf(instance, { trigger: 'schedule' });
  const newer = await snapshotOf(instance, { trigger: 'schedule' });
  const request = (retention_count: number) => ({
    params: { id: instance.id },
    body: { cron: '0 2 * * *', retention_count },
  });
  await bound.deny('compute:DeleteSnapshot', `snapshot/${newer}`);
  await expectStatus(200, bound.call(putSchedule, request(1)));
  await bound.deny('compute:DeleteSnapshot', `snapshot/${old}`);
  await expectStatus(200, bound.call(putSchedule, request(2)));
  await refusedBy([['compute:DeleteSnapshot', `snapshot/${old}`]], putSchedule, request(1));
});

test('a load balancer goes only with backends that may be named', async () => {
  const instance = await running();
  const listeners = [{ protocol: 'http', port: 8080 }];
  const body = { name: 'back', listeners, backends: [{ instance_id: instance.id }] };
  const { id } = await expectStatus(201, callerOf(owner)(createBalancer, { body }));
  await refusedBy([['compute:GetInstance', `instance/${instance.id}`]], deleteBalancer, { params: { id } });
});

test('a group is refreshed, made smaller and deleted only with members that may be terminated', async () => {
  const group: Asg = await newAsg(owner);
  await settled(group);
  const [member] = (await asgOf(group)).members;
  const bans: [string, string][] = [
    ['compute:TerminateInstance', `instance/${member?.instance_id}`],
    ['compute:GetInstance', `instance/${member?.instance_id}`],
  ];
  const params = { id: group.id };
  await bound.deny('compute:TerminateInstance', `instance/${member?.instance_id}`);
  await expectStatus(200, bound.call(updateAsg, { params, body: { desired_capacity: 3 } }));
  await settled(group);
  await refusedBy(bans, updateAsg, { params, body: { desired_capacity: 1 } });
  await settled(group);
  await refusedBy([['compute:GetVpc', `vpc/${group.vpc_id}`]], refresh, { params });
  await bound.deny('compute:TerminateInstance', 'instance/*');
  await expectStatus(403, bound.call(refresh, { params }));
  await expectStatus(403, bound.call(deleteAsg, { params }));
  await expectStatus(200, bound.call(deleteAsg, { params, query: { keep_instances: 'true' } }));
});

test('the deletion of a group is refused by a Deny on what its members take along', async () => {
  const group = await newAsg(owner, { name: 'along', desired_capacity: 1 });
  await settled(group);
  const [member] = (await asgOf(group)).members;
  const instance = { account_id: owner.account_id, id: member?.instance_id ?? '' } as Instance;
  const [kept, lost] = [await volumeIn(instance), await volumeIn(instance, { delete_on_termination: true })];
  await bound.deny('compute:DeleteVolume', `volume/${kept}`);
  const params = { id: group.id };
  await expectStatus(200, bound.call(deleteAsg, { params, query: { dry_run: 'true' } }));
  await bound.deny('compute:DeleteVolume', `volume/${lost}`);
  await expectStatus(200, bound.call(deleteAsg, { params, query: { dry_run: 'true', keep_instances: 'true' } }));
  await refusedBy(
    [
      ['compute:DetachVolume', `volume/${kept}`],
      ['compute:DeleteVolume', `volume/${lost}`],
    ],
    deleteAsg,
    { params },
  );
});
