import { afterEach, beforeEach, expect, test } from 'vitest';
import { handler as updateGroup } from '#functions/compute/asg/update.ts';
import { handler as allocate } from '#functions/compute/elastic-ips/allocate.ts';
import { handler as createSnapshot } from '#functions/compute/instance-snapshots/create.ts';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { handler as resize } from '#functions/compute/instances/resize.ts';
import { handler as start } from '#functions/compute/instances/start.ts';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { handler as importKey } from '#functions/compute/ssh-keys/import.ts';
import { handler as createVolume } from '#functions/compute/volumes/create.ts';
import { handler as updateVolume } from '#functions/compute/volumes/update.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { handler as createBucket } from '#functions/storage/buckets/create.ts';
import type { Handler } from '#lib/edge/route.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { unverify, verified } from '#lib/testing/functions/verified.ts';
import { newName, refusal } from '#test/support/accounts/iam.ts';
import { onLaptop } from '#test/support/accounts/operators.ts';
import { newPublicKey } from '#test/support/accounts/public-key.ts';
import { iamBearer, joined } from '#test/support/accounts/teams.ts';
import { machinesArrive, membersOf, newAsg, settled } from '#test/support/compute/asgs.ts';
import { createdVolume, putVolumeInto, volumeBody } from '#test/support/compute/disks.ts';
import { launchBody, launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { standing, testObjects } from '#test/support/storage/objects.ts';
import { state } from '#test/support/table/state.ts';

/* By contract 0.15 a deployment refuses what an empty wallet would refuse, until the owner's address is verified. */

let owner: SignedUp;
let running: Instance;
let stopped: Instance;
let volume: string;
let group: string;
beforeEach(async () => {
  await testTable();
  owner = await signedUp();
  await standInHost();
  running = await launched(owner);
  await putInto(running, up);
  stopped = await launched(owner);
  await putInto(stopped, { ...up, status: 'stopped' });
  volume = (await createdVolume(owner)).id;
  await putVolumeInto(owner, volume, { status: 'available', operation: null });
  group = (await newAsg(owner, { desired_capacity: 1 })).id;
  await unverify(owner);
});
afterEach(() => onLaptop(false));

const as = (request: Call, bearer = owner.bearer): Call => ({ bearer, ...request });
const empty = (account: string) =>
  transact([update(keys.wallet(account), { set: { balance_paise: 0, available_paise: 0 } })]);
const own = 'the e-mail address is not verified; see POST /auth/verify-email';
const owners = "the e-mail address of the account's owner is not verified; they do so with POST /auth/verify-email";

/** What an empty wallet refuses with 402, by its price or because it suspends the account. */
const costly: [string, Handler, () => Call][] = [
  ['a launch', launch, () => ({ body: launchBody() })],
  ['a start', start, () => ({ params: { id: stopped.id } })],
  ['a resize', resize, () => ({ params: { id: stopped.id }, body: { instance_type_id: 's1-medium' } })],
  ['a snapshot', createSnapshot, () => ({ params: { id: running.id }, body: {} })],
  ['a volume', createVolume, () => ({ body: volumeBody() })],
  ['a larger volume', updateVolume, () => ({ params: { vol_id: volume }, body: { size_gib: 20 } })],
  ['a larger group', updateGroup, () => ({ params: { id: group }, body: { desired_capacity: 2 } })],
  ['an elastic IP', allocate, () => ({ body: {} })],
  [
    'a load balancer',
    createBalancer,
    () => ({ body: { name: 'front', listeners: [{ protocol: 'tcp', port: 8080 }] } }),
  ],
  ['a VPC', createVpc, () => ({ body: { name: 'lab' } })],
  ['an SSH key', importKey, () => ({ body: { name: 'laptop', public_key: newPublicKey() } })],
];

test.each(costly)(
  '%s is 403 in a deployment before it would be 402, and changes nothing',
  async (_, handler, request) => {
    await empty(owner.account_id);
    const before = await state();
    expect(refusal(await call(handler, as(request())))).toEqual([403, 'email_not_verified', own]);
    expect(await state()).toEqual(before);
  },
);

test.each(costly)('%s is open on a laptop at once', async (_, handler, request) => {
  onLaptop();
  expect((await call(handler, as(request()))).status).toBeOneOf([200, 201]);
});

test.each(costly.slice(0, 2))('a dry run of %s has the same verdict', async (_, handler, request) => {
  const rehearsed = as({ ...request(), query: { dry_run: 'true' } });
  expect(refusal(await call(handler, rehearsed))).toEqual([403, 'email_not_verified', own]);
});

test('whoever acts in the account is refused', async () => {
  const team = await verified();
  const { bearer: member } = await joined(team, 'admin');
  const { bearer: iam } = await iamBearer(team.account_id, [{ Effect: 'Allow', Action: '*', Resource: '*' }]);
  const send = (bearer: string) => call(launch, { bearer, body: launchBody() });
  expect((await send(iam)).status).toBe(201);
  await unverify(team);
  for (const bearer of [member, iam]) {
    expect(refusal(await send(bearer))).toEqual([403, 'email_not_verified', owners]);
  }
});

test('what else is wrong is said before: a policy, what is absent, a state, a quota', async () => {
  const { bearer } = await iamBearer(owner.account_id, [{ Effect: 'Deny', Action: ['*'], Resource: ['*'] }]);
  expect((await call(launch, as({ body: launchBody() }, bearer))).headers['x-error-code']).toBe('access_denied');
  const absent = as({ params: { id: 'i-01kanx7m3v5q8w2c4d6f7g9h1j' } });
  expect((await call(start, absent)).status).toBe(404);
  expect((await call(start, as({ params: { id: running.id } }))).headers['x-error-code']).toBe('wrong_state');
  await transact([update(keys.quota(owner.account_id, 'instances'), { set: { used: 20 } })]);
  expect((await call(launch, as({ body: launchBody() }))).headers['x-error-code']).toBe('quota_exceeded');
});

test('a bucket is refused before the engine has it', async () => {
  const { admin } = await testObjects();
  const name = newName('bucket');
  const reply = await call(createBucket, as({ body: { name } }));
  expect(refusal(reply)).toEqual([403, 'email_not_verified', own]);
  expect(await standing(admin, [name])).toEqual([]);
});

test('what costs nothing more is open: a stop, a name, an end', async () => {
  expect((await call(updateVolume, as({ params: { vol_id: volume }, body: { name: 'other' } }))).status).toBe(200);
  expect((await call(stop, as({ params: { id: running.id } }))).status).toBe(200);
  expect((await call(terminate, as({ params: { id: stopped.id } }))).status).toBe(200);
});

test('what an account has from before goes on: a group replaces its member', async () => {
  const early = await signedUp();
  const group = await newAsg(early, { desired_capacity: 1 });
  await settled(group);
  await unverify(early);
  const [member] = await membersOf(group);
  await putInto(member as InstanceRecord, { status: 'terminated', operation: null, placed: false });
  await settled(group);
  await machinesArrive(group);
  const [next] = await membersOf(group);
  expect([next?.status, next?.id === member?.id]).toEqual(['running', false]);
});
