import { beforeAll, describe, expect, test } from 'vitest';
import { handler as createAsg } from '#functions/compute/asg/create.ts';
import { handler as showImage } from '#functions/compute/images/show.ts';
import { handler as takeSnapshot } from '#functions/compute/instance-snapshots/create.ts';
import { handler as deleteOne } from '#functions/compute/instance-snapshots/delete.ts';
import { handler as restore } from '#functions/compute/instance-snapshots/restore.ts';
import { handler as showOne } from '#functions/compute/instance-snapshots/show.ts';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { handler as updateKeys } from '#functions/compute/instances/update-ssh-keys.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { handler as showSnapshot } from '#functions/compute/snapshots/show.ts';
import { handler as attachVolume } from '#functions/compute/volumes/attach.ts';
import { handler as listVolumes } from '#functions/compute/volumes/list.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { srn } from '#lib/model/platform/principal.ts';
import type { SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Banned, banned, isDenied } from '#test/support/accounts/banned.ts';
import { newIamCaller, newPolicy, refusal } from '#test/support/accounts/iam.ts';
import { joined } from '#test/support/accounts/teams.ts';
import { asgBody } from '#test/support/compute/asgs.ts';
import { createdSnapshot, createdVolume, putSnapshotInto, putVolumeInto } from '#test/support/compute/disks.ts';
import { launchBody, launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { requestCalls } from '#test/support/table/table-calls.ts';

let owner: SignedUp;
let bound: Banned;
let instance: string;
let snapshot: string;
beforeAll(async () => {
  owner = await verified();
  await standInHost();
  bound = await banned(owner);
  const launching = await launched(owner);
  instance = launching.id;
  await putInto(launching, up);
  ({ id: snapshot } = await createdSnapshot(owner, instance));
  await putSnapshotInto(owner, snapshot, { status: 'available', operation: null });
  await putInto(launching, { ...up, task: null });
});

const compute = (resource: string) => srn('compute', owner.account_id, resource);
const below = () => ({ params: { id: instance, snap_id: snapshot } });

test('a snapshot that is denied is denied under its instance, as an image, and to a launch', async () => {
  await bound.deny('compute:GetSnapshot', 'snapshot/*');
  const denied = bound.denied('compute:GetSnapshot', compute(`snapshot/${snapshot}`));
  expect(refusal(await bound.call(showSnapshot, { params: { id: snapshot } }))).toEqual(denied);
  expect(refusal(await bound.call(showOne, below()))).toEqual(denied);
  expect(refusal(await bound.call(deleteOne, below()))).toEqual(denied);
  expect(refusal(await bound.call(restore, below()))).toEqual(denied);
  expect(refusal(await bound.call(showImage, { params: { id: snapshot } }))).toEqual(denied);
  expect(refusal(await bound.call(launch, { body: launchBody({ image_id: snapshot }) }))).toEqual(denied);
  expect((await bound.call(showImage, { params: { id: 'ubuntu-24.04' } })).status).toBe(200);
  await bound.deny('compute:DeleteSnapshot', 'snapshot/*');
  expect(refusal(await bound.call(deleteOne, below()))).toEqual(
    bound.denied('compute:DeleteSnapshot', compute(`snapshot/${snapshot}`)),
  );
  expect((await bound.call(showOne, below())).status).toBe(200);
});

test('a snapshot that may not be made is not made under its instance', async () => {
  await bound.deny('compute:*', 'snapshot/*');
  expect(refusal(await bound.call(takeSnapshot, { params: { id: instance } }))).toEqual(
    bound.denied('compute:CreateSnapshot', compute('snapshot/*')),
  );
  await bound.deny('compute:*', `snapshot/${snapshot}`);
  expect((await bound.call(takeSnapshot, { params: { id: instance } })).status).toBe(201);
});

test('what is denied is denied whether or not it is there, and for each alternative of a filter', async () => {
  await bound.deny('compute:GetInstance', 'instance/*');
  const absent = newId('instance', new Date());
  const { id: foreign } = await launched(await verified());
  for (const id of [absent, foreign, instance, 'nonsense']) {
    const denied = bound.denied('compute:GetInstance', compute(`instance/${id}`));
    const attached = bound.call(attachVolume, {
      params: { vol_id: newId('volume', new Date()) },
      body: { instance_id: id },
    });
    expect(refusal(await attached)).toEqual(denied);
    expect(refusal(await bound.call(listVolumes, { query: { instance_id: id } }))).toEqual(denied);
  }
  await bound.deny('compute:GetSnapshot', 'snapshot/*');
  expect(refusal(await bound.call(showOne, { params: { id: instance, snap_id: 'nonsense' } }))).toEqual(
    bound.denied('compute:GetSnapshot', compute('snapshot/nonsense')),
  );
  await bound.deny('compute:GetInstance', `instance/${instance}`);
  expect(isDenied(await bound.call(listVolumes, { query: { instance_id: `${absent},${instance}` } }))).toBe(true);
  expect((await bound.call(listVolumes, { query: { instance_id: absent } })).status).toBe(200);
});

test('the default VPC counts where a request names none', async () => {
  const { id, vpc_id } = await launched(owner);
  const name = await bound.deny('compute:GetVpc', `vpc/${vpc_id}`);
  const denied = bound.denied('compute:GetVpc', name);
  expect(refusal(await bound.call(launch, { body: launchBody() }))).toEqual(denied);
  expect(refusal(await bound.call(createAsg, { body: asgBody() }))).toEqual(denied);
  const body = { name: 'front', listeners: [{ protocol: 'http', port: 8080 }] };
  expect(refusal(await bound.call(createBalancer, { body }))).toEqual(denied);
  expect((await bound.call(updateKeys, { params: { id }, body: { ssh_key_ids: [] } })).status).not.toBe(403);
});

test('no Allow is asked for on what a request only refers to', async () => {
  const { id } = await createdVolume(owner);
  await putVolumeInto(owner, id, { status: 'available', operation: null });
  const policy = await newPolicy(owner, { Action: 'compute:AttachVolume', Resource: compute('volume/*') });
  const attacher = await newIamCaller(owner, { policy_ids: [policy] });
  const reply = await attacher.call(attachVolume, { params: { vol_id: id }, body: { instance_id: instance } });
  expect(isDenied(reply)).toBe(false);
});

test('root and members of a team have no Deny', async () => {
  const { bearer } = await joined(owner, 'admin');
  for (const token of [owner.bearer, bearer]) {
    expect((await call(showOne, { bearer: token, ...below() })).status).toBe(200);
  }
});

describe('conditions', () => {
  const prod = { StringEquals: { 'svc:Tag/env': 'prod' } };

  test('ask about the tags of what is referred to, and nothing about what is not there', async () => {
    const tagged = { tags: { env: 'prod' } } as Partial<SnapshotRecord>;
    await putSnapshotInto(owner, snapshot, tagged);
    await bound.deny('compute:GetSnapshot', 'snapshot/*', prod);
    const denied = bound.denied('compute:GetSnapshot', compute(`snapshot/${snapshot}`));
    expect(refusal(await bound.call(showOne, below()))).toEqual(denied);
    expect(refusal(await bound.call(showImage, { params: { id: snapshot } }))).toEqual(denied);
    expect(refusal(await bound.call(showSnapshot, { params: { id: snapshot } }))).toEqual(denied);
    const absent = newId('snapshot', new Date());
    expect((await bound.call(showOne, { params: { id: instance, snap_id: absent } })).status).toBe(404);
    await putSnapshotInto(owner, snapshot, { tags: { env: 'dev' } } as Partial<SnapshotRecord>);
    expect((await bound.call(showOne, below())).status).toBe(200);
  });

  test('ask about type and price of an instance that a volume is to go to', async () => {
    const small = { NumericLessThan: { 'svc:PlanPriceMonthly': 300 } };
    const name = await bound.deny('compute:AttachVolume', `instance/${instance}`, small);
    const request = { params: { vol_id: newId('volume', new Date()) }, body: { instance_id: instance } };
    expect(refusal(await bound.call(attachVolume, request))).toEqual(bound.denied('compute:AttachVolume', name));
    await bound.deny('compute:AttachVolume', `instance/${instance}`, {
      NumericLessThan: { 'svc:PlanPriceMonthly': 200 },
    });
    expect((await bound.call(attachVolume, request)).status).toBe(404);
  });

  test('are read in one call for all references, and only where a Deny asks', async () => {
    const cost = async () => {
      const ids = () => [1, 2, 3].map(() => newId('instance', new Date())).join();
      const list = () => bound.call(listVolumes, { once: true, query: { instance_id: ids() } });
      await requestCalls(list);
      const { calls, rounds } = await requestCalls(list);
      return [calls.length, rounds];
    };
    await bound.deny('compute:GetInstance', 'instance/*', prod);
    expect(await cost()).toEqual([4, 3]);
    await bound.deny('compute:GetInstance', 'instance/another', prod);
    expect(await cost()).toEqual([3, 2]);
  });
});
