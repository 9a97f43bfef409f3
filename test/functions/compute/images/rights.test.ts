import { beforeAll, expect, test } from 'vitest';
import { handler as create } from '#functions/compute/images/create.ts';
import { handler as list } from '#functions/compute/images/list.ts';
import { handler as show } from '#functions/compute/images/show.ts';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { srn } from '#lib/model/platform/principal.ts';
import { keys } from '#lib/store/keys.ts';
import { get } from '#lib/store/platform/read.ts';
import { call as ask, type SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Banned, banned } from '#test/support/accounts/banned.ts';
import { newIamCaller, newPolicy, refusal } from '#test/support/accounts/iam.ts';
import { createdImage, putImageInto } from '#test/support/compute/images.ts';
import { someMachine } from '#test/support/compute/inside.ts';
import { launchBody } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { newBucket, testObjects } from '#test/support/storage/objects.ts';

let owner: SignedUp;
let bound: Banned;
let bucket: string;
beforeAll(async () => {
  await testObjects();
  owner = await verified();
  await standInHost();
  bound = await banned(owner);
  bucket = await newBucket(owner);
});

const named = (service: string, resource: string) => srn(service, owner.account_id, resource);
const body = () => ({ name: 'base', source: { bucket, key: 'rootfs.tar.gz' } });

test('an object is read for its host by a URL that was signed for it, and for who may read it alone', async () => {
  const object = `bucket/${bucket}/object/rootfs.tar.gz`;
  const creates = { Action: 'compute:CreateImage', Resource: '*' };
  const { call, username } = await newIamCaller(owner, { policy_ids: [await newPolicy(owner, creates)] });
  expect(refusal(await call(create, { body: body() }))).toEqual([
    403,
    'access_denied',
    `user ${username} is not authorised to perform storage:GetObject on ${named('storage', object)}`,
  ]);
  const reads = { Action: 'storage:GetObject', Resource: named('storage', object) };
  const allowed = await newIamCaller(owner, { policy_ids: [await newPolicy(owner, creates, reads)] });
  const reply = await allowed.call(create, { body: body() });
  expect([reply.status, reply.body.source]).toEqual([
    201,
    { registry: null, bucket, key: 'rootfs.tar.gz', snapshot_id: null },
  ]);
  const record = await get(keys.listed(owner.account_id, 'image', reply.body.id));
  const intent = await get(keys.intent(record?.operation?.id ?? ''));
  const options = (intent?.input as Record<string, unknown> | undefined)?.options;
  const url = new URL((options as { source: { archive: { url: string } } }).source.archive.url);
  expect(url.pathname).toBe(`/${bucket}/rootfs.tar.gz`);
  expect(url.searchParams.get('X-Amz-Expires')).toBe('3600');
});

test.each<[action: string, denies: () => string, on: () => string]>([
  ['storage:GetObject', () => `bucket/${bucket}/object/*`, () => `bucket/${bucket}/object/rootfs.tar.gz`],
  ['storage:GetBucket', () => `bucket/${bucket}`, () => `bucket/${bucket}`],
  ['compute:CreateImage', () => 'image/*', () => 'image/*'],
])('a Deny of %s refuses it', async (action, denies, on) => {
  await bound.deny(action, denies());
  expect(refusal(await bound.call(create, { body: body() }))).toEqual(
    bound.denied(action, named(action.split(':')[0] ?? '', on())),
  );
});

test('a bucket of another account is none', async () => {
  await bound.deny('compute:DeleteVpc', 'vpc/*');
  const foreign = await newBucket(await verified());
  expect(refusal(await bound.call(create, { body: { name: 'x', source: { bucket: foreign, key: 'a' } } }))).toEqual([
    404,
    'not_found',
    `bucket ${foreign} not found`,
  ]);
});

test('an image that is denied is denied by itself and to a launch', async () => {
  const { id } = await createdImage(owner);
  await putImageInto(owner, id);
  await bound.deny('compute:GetImage', 'image/*');
  const denied = bound.denied('compute:GetImage', named('compute', `image/${id}`));
  expect(refusal(await bound.call(show, { params: { id } }))).toEqual(denied);
  expect(refusal(await bound.call(launch, { body: launchBody({ image_id: id }) }))).toEqual(denied);
});

test('who may list images alone sees those of the catalog, and own ones in the list', async () => {
  const { id } = await createdImage(owner);
  const { call, username } = await newIamCaller(owner, {
    policy_ids: [await newPolicy(owner, { Action: 'compute:ListImages', Resource: '*' })],
  });
  expect((await call(show, { params: { id: 'ubuntu-24.04' } })).status).toBe(200);
  expect((await call(list, { query: { id } })).body.images).toMatchObject([{ id, allowed_actions: [] }]);
  expect(refusal(await call(show, { params: { id } }))).toEqual([
    403,
    'access_denied',
    `user ${username} is not authorised to perform compute:GetImage on ${named('compute', `image/${id}`)}`,
  ]);
});

test('a machine cannot have its host read a registry of the host’s own computer', async () => {
  const inside = someMachine({ account_id: owner.account_id });
  const asked = (registry: string) =>
    ask(create, { bearer: owner.bearer, inside, body: { name: 'near', source: { registry } } });
  for (const registry of ['127.0.0.1:5000/app', 'localhost:5000/app']) {
    const { status, body } = await asked(registry);
    expect([status, body.error]).toEqual([400, `source.registry: ${registry} cannot be reached from a machine`]);
  }
  expect((await asked('registry.example.in/team/app:1')).status).toBe(201);
});
