import { beforeAll, describe, expect, test } from 'vitest';
import { handler as attach } from '#functions/compute/volumes/attach.ts';
import { handler as create } from '#functions/compute/volumes/create.ts';
import { handler as remove } from '#functions/compute/volumes/delete.ts';
import { handler as detach } from '#functions/compute/volumes/detach.ts';
import { handler as list } from '#functions/compute/volumes/list.ts';
import { handler as show } from '#functions/compute/volumes/show.ts';
import type { Handler } from '#lib/edge/route.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import type { VolumeStatus } from '#lib/model/compute/volume.ts';
import type { VolumeRecord } from '#lib/store/compute/volumes.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { createdVolume, putVolumeInto, used, volumeBody } from '#test/support/compute/disks.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { state } from '#test/support/table/state.ts';

let owner: SignedUp;
let instance: Instance;
beforeAll(async () => {
  owner = await signedUp();
  await standInHost();
  instance = await launched(owner);
  await putInto(instance, up);
});

const ask = (handler: Handler, vol_id: string, body?: object) =>
  call(handler, { bearer: owner.bearer, params: { vol_id }, ...(body && { body }) });
const asked = (body: object, query?: Record<string, string>) =>
  call(create, { bearer: owner.bearer, body: volumeBody(body), ...(query && { query }) });
const free = { operation: null, status: 'available' } as const;
const volumeIn = async (changes: Partial<VolumeRecord>, who = owner) => {
  const { id } = await createdVolume(who);
  return putVolumeInto(who, id, { ...free, ...changes });
};

test('a creation answers 201 with every field; show and list tell the same', async () => {
  const { body, status, headers } = await asked({ name: 'files', size_gib: 10, tags: { env: 'dev' } });
  expect([status, headers.etag]).toEqual([201, '"v1"']);
  expect(body).toEqual({
    id: expect.stringMatching(/^vol-/),
    account_id: owner.account_id,
    name: 'files',
    size_gib: 10,
    status: 'creating',
    status_reason: null,
    task: null,
    instance_id: null,
    device: null,
    mount_path: '/mnt/files',
    filesystem: 'ext4',
    price_monthly: 60,
    delete_on_termination: false,
    tags: { env: 'dev' },
    allowed_actions: ['update'],
    created_at: body.created_at,
    updated_at: body.created_at,
  });
  expect((await ask(show, body.id)).body).toEqual(body);
  const found = await call(list, { bearer: owner.bearer, query: { 'tag.env': 'dev', status: 'creating' } });
  expect(found.body).toEqual({ volumes: [body], next_cursor: '' });
  const misspelt = await call(list, { bearer: owner.bearer, query: { status: 'free' } });
  expect(misspelt.status).toBe(400);
});

describe('a creation is refused', () => {
  test.each([
    [{ name: 'Data' }, 'name: "Data" must begin with a-z, followed by a-z 0-9 -'],
    [{ name: `a${'b'.repeat(64)}` }, /^name: .* must have at most 64 characters$/],
    [{ size_gib: 0 }, 'size_gib: 0 must be at least 1'],
    [{ size_gib: 10_241 }, 'size_gib: 10241 must be at most 10240'],
    [{ size_gib: 1.5 }, /^size_gib: 1.5 must be an integer/],
    [{ filesystem: 'ntfs' }, 'filesystem: "ntfs" is not one of ext4, xfs, none'],
  ])('%j with 400', async (body, error) => {
    const reply = await asked(body);
    expect(reply.status).toBe(400);
    expect(reply.body.error).toEqual(typeof error === 'string' ? error : expect.stringMatching(error));
  });

  test('with 409 for a name that is taken, and for what the host cannot do', async () => {
    const other = await createdVolume(owner, { name: 'taken' });
    expect(await asked({ name: 'taken' })).toMatchObject({
      status: 409,
      body: { error: `name: volume "taken" already exists as ${other.id}` },
    });
    const raw = await asked({ filesystem: 'none' });
    expect([raw.status, raw.headers['x-error-code']]).toEqual([409, 'wrong_state']);
    expect(raw.body.error).toMatch(
      /^host .* does not have the capability block_devices \(compute driver: simulated\)$/,
    );
  });

  test('with 403 over quota, and 402 over the wallet, with the amounts; nothing is left of either', async () => {
    process.env.SVC_SIGNUP_CREDIT_PAISE = '41';
    const poor = await signedUp();
    delete process.env.SVC_SIGNUP_CREDIT_PAISE;
    const before = await state();
    const tryToCreate = (size_gib: number) => call(create, { bearer: poor.bearer, body: volumeBody({ size_gib }) });
    expect(await tryToCreate(2049)).toMatchObject({
      status: 403,
      body: { error: '0 of 2048 volume_gib used; 2049 more wanted (see GET /compute/quotas)' },
    });
    expect(await tryToCreate(100)).toMatchObject({
      status: 402,
      body: { error: 'wallet balance ₹0.41 is below the ₹0.82 needed for one hour of a volume of 100 GiB; top up' },
    });
    expect(await state()).toEqual(before);
  });

  test('as a dry run is what it would be, and makes nothing', async () => {
    const before = await used(owner.account_id);
    const verdict = await asked({ name: 'dry', size_gib: 100 }, { dry_run: 'true' });
    expect(verdict).toMatchObject({
      status: 200,
      body: {
        dry_run: true,
        would: 'create volume dry of 100 GiB',
        price_delta_paise_per_hour: 82,
        price_delta_paise_per_month: 60000,
        cascade: [],
      },
    });
    expect(await used(owner.account_id)).toEqual(before);
  });
});

describe('every operation in every status of a volume (contract 3.3)', () => {
  const busy: VolumeStatus[] = ['creating', 'attaching', 'detaching', 'deleting'];
  const cells: [verb: string, Handler, status: VolumeStatus, what: string][] = [
    ...[...busy, 'error' as const].map((status): [string, Handler, VolumeStatus, string] => [
      'attach volume',
      attach,
      status,
      `is ${status === 'error' ? 'in status error' : status}; attach volume requires status available`,
    ]),
    ['attach volume', attach, 'in-use', 'is attached to i-x; detach it first'],
    ['detach volume', detach, 'available', 'is not attached to an instance; it is available'],
    ...[...busy, 'error' as const].map((status): [string, Handler, VolumeStatus, string] => [
      'detach volume',
      detach,
      status,
      `is ${status === 'error' ? 'in status error' : status}; detach volume requires status in-use`,
    ]),
    ['delete', remove, 'in-use', 'is attached to i-x; detach it first'],
    ...(['creating', 'attaching', 'detaching'] as const).map((status): [string, Handler, VolumeStatus, string] => [
      'delete',
      remove,
      status,
      `is ${status}; delete requires status available or error`,
    ]),
  ];

  test.each(cells)('%s: 409 (%#)', async (_, handler, status, what) => {
    const { id } = await volumeIn({ status, instance_id: status === 'in-use' ? 'i-x' : null }, await retryOnConflict());
    const body = handler === attach ? { instance_id: theirs.id } : {};
    const reply = await call(handler, { bearer: them.bearer, params: { vol_id: id }, body });
    expect(reply).toMatchObject({ status: 409, body: { error: `volume ${id} ${what}` } });
    expect(reply.headers['retry-after']).toBe(busy.includes(status) ? '5' : undefined);
  });

  let them: SignedUp;
  let theirs: Instance;
  /** An account of its own for some cells each, for the quota of 20. */
  let made = 0;
  async function retryOnConflict(): Promise<SignedUp> {
    if (made++ % 10 === 0) {
      them = await signedUp();
      theirs = await launched(them);
      await putInto(theirs, up);
    }
    return them;
  }
});
