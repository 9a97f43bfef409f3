import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { handler as createGroup } from '#functions/compute/asg/create.ts';
import { handler as events } from '#functions/compute/instances/events.ts';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import type { HostLink } from '#lib/agent/link/link.ts';
import type { FirstBoot } from '#lib/model/compute/first-boot.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { launchBody, launched, putInto, up } from '#test/support/compute/instances.ts';
import { linkOf } from '#test/support/hosts/host-link.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { messageOf } from '#test/support/http/mime.ts';
import { state } from '#test/support/table/state.ts';

const script = '#!/bin/sh\nexit 3\n';
let user: SignedUp;
let link: HostLink;

beforeAll(async () => {
  user = await signedUp();
  const { id } = await standInHost({ capabilities: ['user_data'] });
  link = await linkOf(id);
});

const fresh = async (user_data: string | undefined = script): Promise<string> => {
  const instance = await launched(user, { name: 'scripted', user_data });
  await putInto(instance, up);
  return instance.id;
};
const report = (id: string, news: FirstBoot) => link.call('reportMachine', { event: 'user_data', news }, { id });
const eventsOf = async (id: string) => {
  const { body } = await call(events, { bearer: user.bearer, params: { id } });
  return (body.events as { type: string; message: string }[]).filter(({ type }) => type.startsWith('user_data'));
};

describe('a host tells how far user data has come', () => {
  test.each([
    [{ state: 'finished' }, 'user_data_finished', 'user data has finished'],
    [{ state: 'failed', exit_code: 3 }, 'user_data_failed', 'user data failed with exit code 3'],
    [
      { state: 'failed', exit_code: null },
      'user_data_failed',
      'user data was interrupted by the end of the machine, and does not run again',
    ],
  ] as const)('%j is an event, once', async (end, type, message) => {
    const id = await fresh();
    await report(id, { state: 'started' });
    await report(id, { state: 'started' });
    await report(id, end);
    await report(id, end);
    await report(id, { state: 'started' });
    await report(id, { state: 'finished' });
    const common = { at: expect.any(String), from: null, to: null, actor: 'system', request_id: null };
    expect(await eventsOf(id)).toEqual([
      { ...common, type, message },
      { ...common, type: 'user_data_started', message: 'user data has started' },
    ]);
  });

  test('and the activity feed and webhooks have it, without the script', async () => {
    const id = await fresh();
    const before = new Set((await state()).map(({ sk }) => sk));
    await report(id, { state: 'failed', exit_code: 7 });
    const added = (await state()).filter(({ sk }) => !before.has(sk));
    expect(JSON.stringify(added)).toContain('"type":"instance.user_data_failed"');
    expect(JSON.stringify(added)).toContain('"exit_code":7');
    expect(JSON.stringify(added)).not.toContain('exit 3');
  });

  test('nothing is noted of a machine without user data, or by another host', async () => {
    const { id } = await launched(user, { name: 'plain' });
    await report(id, { state: 'finished' });
    expect(await eventsOf(id)).toEqual([]);
    const other = await linkOf((await standInHost({ id: 'host-other' })).id);
    const forged = other.call(
      'reportMachine',
      { event: 'user_data', news: { state: 'finished' } },
      { id: await fresh() },
    );
    await expect(forged).rejects.toMatchObject({ status: 404 });
  });
});

describe('a cloud-config', () => {
  const config = '#cloud-config\nhostname: inside\nruncmd: [ "true" ]\n';

  test('is given to the host as a script and a name, beside the text', async () => {
    const { spec } = await link.call('getHostMachine', {}, { id: await fresh(config) });
    expect(spec).toMatchObject({ user_data: config, hostname: 'inside' });
    expect(spec.first_boot).toContain("'step' 'runcmd[0]' 'eval' 'true'");
  });

  test('that cannot be read is refused, for machines and for groups, before anything is made', async () => {
    const error = 'user_data: #cloud-config has an unknown key "disk_setup" in write_files[0]';
    const user_data = '#cloud-config\nwrite_files: [ { path: /a, disk_setup: {} } ]\n';
    const before = await state();
    const body = launchBody({ user_data });
    expect(await call(launch, { bearer: user.bearer, body })).toMatchObject({ status: 400, body: { error } });
    const { name: _, ...template } = body;
    const group = { ...template, name: 'group', min_size: 0, max_size: 1 };
    expect(await call(createGroup, { bearer: user.bearer, body: group })).toMatchObject({
      status: 400,
      body: { error },
    });
    expect(await state()).toEqual(before);
  });

  test('within a message of gzip is one, too, and a template knows its machine', async () => {
    const text = '## template: jinja\n#cloud-config\nruncmd: [ "echo {{ v1.instance_id }} {{ v1.local_hostname }}" ]\n';
    const message = messageOf([{ type: 'text/jinja2', text }]);
    const id = await fresh(gzipSync(message).toString('base64'));
    const { spec } = await link.call('getHostMachine', {}, { id });
    expect(spec.first_boot).toContain(`'step' 'runcmd[0]' 'eval' 'echo ${id} scripted'`);
  });

  test.each([
    [
      '#part-handler\n',
      'user_data: #part-handler is not supported: a machine has no cloud-init that could load Python',
    ],
    ['#cloud-config\nswap: {}\n', 'user_data: #cloud-config swap: is not supported: the memory is that of the plan'],
  ])('and other forms that machines do not run are refused: %j', async (user_data, error) => {
    const body = launchBody({ user_data });
    expect(await call(launch, { bearer: user.bearer, body })).toMatchObject({ status: 400, body: { error } });
  });

  test('is refused where no host does what it says; scripts and other text are not', async () => {
    await testTable();
    const other = await signedUp();
    await standInHost({ capabilities: ['ssh'] });
    const asked = (user_data: string) => call(launch, { bearer: other.bearer, body: launchBody({ user_data }) });
    expect(await asked(config)).toMatchObject({
      status: 409,
      body: { error: 'no host has the capability user_data (compute driver: simulated)' },
    });
    expect((await asked(script)).status).toBe(201);
    expect((await asked('other text')).status).toBe(201);
  });
});
