import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as createGroup } from '#functions/compute/asg/create.ts';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { handler as getInstanceOf } from '#functions/compute/instances/show.ts';
import { changeImage, getImage } from '#lib/store/compute/images.ts';
import { getInstance } from '#lib/store/compute/instances.ts';
import { transact } from '#lib/store/platform/write.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Client, clientOf } from '#test/functions/compute/client.ts';
import { membersOf, settled } from '#test/support/compute/asgs.ts';
import { createdImage, putImageInto } from '#test/support/compute/images.ts';
import { launchBody } from '#test/support/compute/instances.ts';
import { type StandInHost, silence, standInHost } from '#test/support/hosts/hosts.ts';

let owner: SignedUp;
let mine: Client;
let host: StandInHost;
beforeAll(async () => {
  await testTable();
  host = await standInHost();
});
// An account of its own for each test, since ten images are all that one may have.
beforeEach(async () => {
  owner = await signedUp();
  mine = clientOf(owner);
});

/** An image of the account that its host has. */
const available = async (body: object = {}) => putImageInto(owner, (await createdImage(owner, body)).id);
const errorOf = ({ status, body }: { status: number; body: { error: string } }) => [status, body.error];

describe('a launch', () => {
  test('is of an own image that is available, and may run its program', async () => {
    const made = await createdImage(owner);
    const launching = (more: object = {}) =>
      mine(launch, { body: launchBody({ image_id: made.id, run_entrypoint: true, ...more }) });
    expect(errorOf(await launching())).toEqual([409, `image ${made.id} is creating; launch requires status available`]);
    await putImageInto(owner, made.id);
    const { status, body } = await launching();
    expect([status, body.image_id]).toEqual([201, made.id]);
    expect(await getInstance(owner.account_id, body.id)).toMatchObject({ host_id: host.id, run_entrypoint: true });
    expect((await mine(getInstanceOf, { params: { id: body.id } })).body.image_id).toBe(made.id);
  });

  test('runs no program of an image that names none', async () => {
    expect(errorOf(await mine(launch, { body: launchBody({ run_entrypoint: true }) }))).toEqual([
      400,
      'run_entrypoint: image ubuntu-24.04 has no entrypoint',
    ]);
  });

  test('of a member of a group runs the program, where the group says so', async () => {
    const { id } = await available();
    const template = { instance_type_id: 's1-nano', image_id: id, min_size: 0, max_size: 1, desired_capacity: 1 };
    const { body } = await mine(createGroup, { body: { ...template, name: 'cache', run_entrypoint: true } });
    expect(body.run_entrypoint).toBe(true);
    await settled(body);
    const [member] = await membersOf(body);
    expect(member).toMatchObject({ image_id: id, run_entrypoint: true, host_id: host.id });
  });

  test('of an image without a shell is for its program alone, and runs no user data', async () => {
    const { id, contents } = await available();
    if (contents) await putImageInto(owner, id, { contents: { ...contents, shell: false } });
    const asked = async (more: object) => errorOf(await mine(launch, { body: launchBody({ image_id: id, ...more }) }));
    expect(await asked({})).toEqual([400, `image_id: image ${id} has no /bin/sh: it needs run_entrypoint`]);
    for (const user_data of ['#!/bin/sh\ntrue\n', '#cloud-config\nruncmd: [true]\n'])
      expect(await asked({ run_entrypoint: true, user_data })).toEqual([
        400,
        `user_data: image ${id} has no /bin/sh, so it cannot run a script`,
      ]);
    expect((await asked({ run_entrypoint: true, user_data: 'only text' }))[0]).toBe(201);
  });

  test('of an image that no registry has is on the host that has it, and is refused where that one is silent', async () => {
    const { id } = await available();
    const record = await getImage(owner.account_id, id);
    if (record) await transact([changeImage(record, { ...record, registry: null })]);
    const where = `image ${id} is on host ${host.id}`;
    await silence(host.id);
    expect(errorOf(await mine(launch, { body: launchBody({ image_id: id }) }))).toEqual([
      409,
      `no capacity for s1-nano right now; no type is available; ${where}`,
    ]);
    await host.beat();
    expect((await mine(launch, { body: launchBody({ image_id: id }) })).status).toBe(201);
  });

  test('of an image of a registry is on another host where the first has no room, which pulls the same image', async () => {
    const { id } = await available();
    const other = await standInHost();
    await silence(host.id);
    const { body } = await mine(launch, { body: launchBody({ image_id: id, run_entrypoint: true }) });
    expect(await getInstance(owner.account_id, body.id)).toMatchObject({ host_id: other.id, image_id: id });
    expect(await getImage(owner.account_id, id)).toMatchObject({ host_id: host.id, copies: [other.id] });
    // It is one of its hosts from then on.
    const again = await mine(launch, { body: launchBody({ image_id: id }) });
    expect(await getImage(owner.account_id, id)).toMatchObject({ copies: [other.id] });
    expect(again.status).toBe(201);
    await host.beat();
  });

  test('needs the disk that the image has', async () => {
    const { id, contents } = await available();
    if (contents) await putImageInto(owner, id, { contents: { ...contents, size_bytes: 10 * 2 ** 30 + 1 } });
    expect(errorOf(await mine(launch, { body: launchBody({ image_id: id }) }))).toEqual([
      400,
      `image_id: ${id} needs 11 GiB of disk; s1-nano has 10`,
    ]);
  });
});
