import { beforeEach, describe, expect, test } from 'vitest';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as listUsers } from '#functions/auth/iam-users/list.ts';
import { handler as getUser } from '#functions/auth/iam-users/show.ts';
import { handler as updateUser } from '#functions/auth/iam-users/update.ts';
import { handler as createAsg } from '#functions/compute/asg/create.ts';
import { handler as listAsgs } from '#functions/compute/asg/list.ts';
import { handler as getAsg } from '#functions/compute/asg/show.ts';
import { handler as updateAsg } from '#functions/compute/asg/update.ts';
import { handler as importCertificate } from '#functions/compute/certificates/import.ts';
import { handler as listCertificates } from '#functions/compute/certificates/list.ts';
import { handler as getCertificate } from '#functions/compute/certificates/show.ts';
import { handler as updateCertificate } from '#functions/compute/certificates/update.ts';
import { handler as allocate } from '#functions/compute/elastic-ips/allocate.ts';
import { handler as listElasticIps } from '#functions/compute/elastic-ips/list.ts';
import { handler as getElasticIp } from '#functions/compute/elastic-ips/show.ts';
import { handler as updateElasticIp } from '#functions/compute/elastic-ips/update.ts';
import { handler as createSnapshot } from '#functions/compute/instance-snapshots/create.ts';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { handler as listInstances } from '#functions/compute/instances/list.ts';
import { handler as getInstance } from '#functions/compute/instances/show.ts';
import { handler as updateInstance } from '#functions/compute/instances/update.ts';
import { handler as createBalancer } from '#functions/compute/load-balancers/create.ts';
import { handler as listBalancers } from '#functions/compute/load-balancers/list.ts';
import { handler as getBalancer } from '#functions/compute/load-balancers/show.ts';
import { handler as updateBalancer } from '#functions/compute/load-balancers/update.ts';
import { handler as listSnapshots } from '#functions/compute/snapshots/list.ts';
import { handler as getSnapshot } from '#functions/compute/snapshots/show.ts';
import { handler as updateSnapshot } from '#functions/compute/snapshots/update.ts';
import { handler as importKey } from '#functions/compute/ssh-keys/import.ts';
import { handler as listKeys } from '#functions/compute/ssh-keys/list.ts';
import { handler as getKey } from '#functions/compute/ssh-keys/show.ts';
import { handler as updateKey } from '#functions/compute/ssh-keys/update.ts';
import { handler as createVolume } from '#functions/compute/volumes/create.ts';
import { handler as listVolumes } from '#functions/compute/volumes/list.ts';
import { handler as getVolume } from '#functions/compute/volumes/show.ts';
import { handler as updateVolume } from '#functions/compute/volumes/update.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { handler as listVpcs } from '#functions/compute/vpcs/list.ts';
import { handler as getVpc } from '#functions/compute/vpcs/show.ts';
import { handler as updateVpc } from '#functions/compute/vpcs/update.ts';
import { handler as createBucket } from '#functions/storage/buckets/create.ts';
import { handler as listBuckets } from '#functions/storage/buckets/list.ts';
import { handler as getBucket } from '#functions/storage/buckets/show.ts';
import { handler as updateBucket } from '#functions/storage/buckets/update.ts';
import type { Handler } from '#lib/edge/route.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import type { Listed } from '#lib/store/records.ts';
import type { SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { callerOf, expectStatus, newIamCaller, newName, newPolicy, refusal } from '#test/support/accounts/iam.ts';
import { newPublicKey } from '#test/support/accounts/public-key.ts';
import { asgBody, newAsg, settled } from '#test/support/compute/asgs.ts';
import { newCertificateBody } from '#test/support/compute/certificates.ts';
import { launchBody, launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { testObjects } from '#test/support/storage/objects.ts';

interface Kind {
  type: string;
  plural: string;
  /** The parameter of its path. */
  name: string;
  create: Handler;
  list: Handler;
  get: Handler;
  patch: Handler;
  body: () => object;
  /** The path of its creation. */
  under?: (owner: SignedUp) => Promise<Record<string, string>>;
  /** Where records of before there were tags exist. */
  noun?: Listed;
}

const snapshotPath = async (owner: SignedUp) => {
  const instance = await launched(owner);
  await putInto(instance, up);
  return { id: instance.id };
};

const kinds: Kind[] = [
  {
    ...{ type: 'instance', plural: 'instances', name: 'id', body: launchBody },
    ...{ create: launch, list: listInstances, get: getInstance, patch: updateInstance },
  },
  {
    ...{ type: 'asg', plural: 'asgs', name: 'id', noun: 'asg' },
    ...{ create: createAsg, list: listAsgs, get: getAsg, patch: updateAsg },
    body: () => asgBody({ name: newName('asg'), desired_capacity: 0 }),
  },
  {
    ...{ type: 'volume', plural: 'volumes', name: 'vol_id' },
    ...{ create: createVolume, list: listVolumes, get: getVolume, patch: updateVolume },
    body: () => ({ name: newName('volume'), size_gib: 1 }),
  },
  {
    ...{ type: 'snapshot', plural: 'snapshots', name: 'id', noun: 'snapshot', body: () => ({}), under: snapshotPath },
    ...{ create: createSnapshot, list: listSnapshots, get: getSnapshot, patch: updateSnapshot },
  },
  {
    ...{ type: 'elastic-ip', plural: 'elastic_ips', name: 'id', body: () => ({}) },
    ...{ create: allocate, list: listElasticIps, get: getElasticIp, patch: updateElasticIp },
  },
  {
    ...{ type: 'vpc', plural: 'vpcs', name: 'id', noun: 'vpc', body: () => ({ name: newName('vpc') }) },
    ...{ create: createVpc, list: listVpcs, get: getVpc, patch: updateVpc },
  },
  {
    ...{ type: 'load-balancer', plural: 'load_balancers', name: 'id', noun: 'load-balancer' },
    ...{ create: createBalancer, list: listBalancers, get: getBalancer, patch: updateBalancer },
    body: () => ({ name: newName('lb'), listeners: [{ protocol: 'http', port: 8080 }] }),
  },
  {
    ...{ type: 'ssh-key', plural: 'ssh_keys', name: 'id', noun: 'ssh-key' },
    ...{ create: importKey, list: listKeys, get: getKey, patch: updateKey },
    body: () => ({ name: newName('key'), public_key: newPublicKey() }),
  },
  {
    ...{ type: 'certificate', plural: 'certificates', name: 'id' },
    ...{ create: importCertificate, list: listCertificates, get: getCertificate, patch: updateCertificate },
    body: () => newCertificateBody(),
  },
  {
    ...{ type: 'user', plural: 'users', name: 'username', body: () => ({ username: newName() }) },
    ...{ create: createUser, list: listUsers, get: getUser, patch: updateUser },
  },
  {
    ...{ type: 'bucket', plural: 'buckets', name: 'name', body: () => ({ name: newName('bucket') }) },
    ...{ create: createBucket, list: listBuckets, get: getBucket, patch: updateBucket },
  },
];

let owner: SignedUp;
beforeEach(async () => {
  owner = await verified();
  await standInHost();
  await testObjects();
});

describe.each(kinds)('$type', ({ type, plural, name, create, list, get, patch, body, under, noun }) => {
  const root: ReturnType<typeof callerOf> = (handler, request) => callerOf(owner)(handler, request);
  const listed = async (query: Record<string, string>): Promise<string[]> =>
    (await expectStatus(200, root(list, { query })))[plural].map(({ id }: { id: string }) => id);
  const path = async () => (under ? { params: await under(owner) } : {});
  const made = async (tags: object = {}) =>
    expectStatus(201, root(create, { ...(await path()), body: { ...body(), ...tags } }));

  test('has the tags of its creation, then those of a PATCH; its list finds them', async () => {
    const role = newName('role');
    const tags = { role, 'cost:centre/1.a_b-c': 'A 7' };
    const one = await made({ tags });
    expect(one.tags).toEqual(tags);
    expect(await listed({ 'tag.role': role })).toEqual([one.id]);
    expect(await listed({ 'tag.role': `x,${role}`, 'tag.cost:centre/1.a_b-c': 'A 7' })).toEqual([one.id]);
    expect(await listed({ 'tag.role': role, 'tag.cost:centre/1.a_b-c': 'a 7' })).toEqual([]);
    const params = { [name]: one.id };
    expect((await expectStatus(200, root(patch, { params, body: { tags: { env: 'dev' } } }))).tags).toEqual({
      env: 'dev',
    });
    expect((await expectStatus(200, root(get, { params }))).tags).toEqual({ env: 'dev' });
    expect(await listed({ 'tag.role': role })).toEqual([]);
    expect((await expectStatus(200, root(patch, { params, body: { tags: {} } }))).tags).toEqual({});
  });

  test('a tag with the empty value is found by it, and what has another value, or no such tag, is not', async () => {
    const key = newName('key');
    const [empty, other] = [await made({ tags: { [key]: '' } }), await made({ tags: { [key]: 'x' } })];
    await made();
    expect(await listed({ [`tag.${key}`]: '' })).toEqual([empty.id]);
    expect((await listed({ [`tag.${key}`]: ',x' })).sort()).toEqual([empty.id, other.id].sort());
    expect(await listed({ [`tag.${newName('key')}`]: '' })).toEqual([]);
  });

  test('has none by default, nor where its record is from before there were tags', async () => {
    const one = await made();
    expect(one.tags).toEqual({});
    if (!noun) return;
    await transact([update(keys.listed(owner.account_id, noun, one.id), { remove: ['tags'] }, [['pk', 'exists']])]);
    const params = { [name]: one.id };
    expect((await expectStatus(200, root(get, { params }))).tags).toEqual({});
    expect((await expectStatus(200, root(patch, { params, body: { tags: { a: 'b' } } }))).tags).toEqual({ a: 'b' });
  });

  test('takes 20 tags of the allowed form and no others', async () => {
    const many = Object.fromEntries(Array.from({ length: 21 }, (_, i) => [`k${i}`, '']));
    const cases: [object, string][] = [
      [many, 'tags: at most 20 tags'],
      [{ 'a b': 'x' }, 'tags.a b: a key is 1 to 63 of A-Z a-z 0-9 . _ : / -'],
      [{ a: 'x'.repeat(129) }, 'must have at most 128 characters'],
    ];
    const params = await path();
    for (const [tags, text] of cases) {
      const refused = await root(create, { ...params, body: { ...body(), tags } });
      expect([refused.status, refused.headers['x-error-code']]).toEqual([400, 'validation_failed']);
      expect(refused.body.error).toContain(text);
    }
  });

  test('lists say how the filter is written', async () => {
    const hint = 'is not a filter; write tag.<key>=<value>, such as tag.role=db';
    for (const wrong of ['tag', 'tags', 'tag:role', 'tag[role]', 'tags.role']) {
      const reply = await root(list, { query: { [wrong]: 'role:db' } });
      expect(refusal(reply)).toEqual([400, 'validation_failed', `${wrong}: "role:db" ${hint}`]);
    }
  });

  test('conditions on its tags decide', async () => {
    const one = await made({ tags: { team: 'blue' } });
    const other = await made({ tags: { team: 'red' } });
    const condition = { StringEquals: { 'svc:Tag/team': 'blue' } };
    const policy_id = await newPolicy(owner, { Action: get.route.action ?? '', Condition: condition });
    const caller = await newIamCaller(owner, { policy_ids: [policy_id] });
    expect((await caller.call(get, { params: { [name]: one.id } })).status).toBe(200);
    const denied = await caller.call(get, { params: { [name]: other.id } });
    expect([denied.status, denied.body.error]).toEqual([
      403,
      expect.stringContaining(`is not authorised to perform ${get.route.action} on srn:`),
    ]);
    if (under) return;
    const creator = await newIamCaller(owner, {
      policy_ids: [await newPolicy(owner, { Action: create.route.action ?? '', Condition: condition })],
    });
    const attempt = (tags: object) => creator.call(create, { body: { ...body(), tags } });
    expect([type, (await attempt({ team: 'red' })).status]).toEqual([type, 403]);
    expect([type, (await attempt({ team: 'blue' })).status]).toEqual([type, 201]);
  });
});

test('the members of a group have its tags from when they were launched', async () => {
  const group = await newAsg(owner, { name: newName('asg'), desired_capacity: 1, tags: { role: 'web' } });
  const { members } = await settled(group);
  const one = await expectStatus(200, callerOf(owner)(getInstance, { params: { id: members[0]?.instance_id ?? '' } }));
  expect(one.tags).toEqual({ role: 'web' });
});
