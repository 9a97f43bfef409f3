import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as convert } from '#functions/compute/instances/convert-disk.ts';
import { handler as start } from '#functions/compute/instances/start.ts';
import { refusal } from '#test/support/accounts/iam.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { openScriptedDiskPlatform, type ScriptedDiskPlatform } from '#test/support/hosts/scripted-disk-platform.ts';
import { failing } from '#test/support/hosts/scripted-driver.ts';

let stage: ScriptedDiskPlatform;
beforeAll(async () => {
  stage = await openScriptedDiskPlatform();
});
afterAll(() => stage.close());

const ask = (id: string) => stage.ask(convert, { id });
const told = async (id: string) =>
  (await stage.events(id)).slice(-2).map(({ type, from, to, message }) => [type, from, to, message]);
const events = (message: string) => [
  ['convert_disk', 'stopped', 'stopped', 'convert disk requested'],
  ['convert_disk', 'stopped', 'stopped', message],
];

test('the disk of a stopped instance is converted by its host, and the instance waits for it', async () => {
  const { id } = await stage.settledIn('stopped');
  const reply = await ask(id);
  expect(reply).toMatchObject({ status: 200, body: { id, status: 'stopped', task: 'converting_disk' } });
  expect(reply.body.allowed_actions).toEqual(['terminate', 'attach_elastic_ip']);
  expect(refusal(await stage.ask(start, { id }))).toEqual([
    409,
    'operation_in_progress',
    `instance ${id} has a disk conversion in progress; start must wait`,
  ]);
  expect(await stage.settled(id)).toMatchObject({ status: 'stopped', task: null, status_reason: null });
  expect(stage.callsFor(id).at(-1)).toBe('convertDisk · to 10');
  expect(await told(id)).toEqual(events('disk converted'));
});

test('a disk that has its limit stays as it is', async () => {
  const { id } = await stage.settledIn('stopped');
  stage.driver.limited.add(id);
  await ask(id);
  expect(await stage.settled(id)).toMatchObject({ status: 'stopped', task: null });
  expect(await told(id)).toEqual(events('the disk already has its limit'));
});

test('a disk whose files do not fit is kept, with the reason until it is converted', async () => {
  const { id } = await stage.settledIn('stopped');
  stage.driver.next('convertDisk', failing('INVALID', 'no space is left on it'));
  await ask(id);
  const status_reason = 'convert disk failed: no space is left on it';
  expect(await stage.settled(id)).toMatchObject({ status: 'stopped', task: null, has_disk: true, status_reason });
  expect(await told(id)).toEqual(events(status_reason));
  await ask(id);
  expect(await stage.settled(id)).toMatchObject({ status: 'stopped', status_reason: null });
});

test('is refused while the instance runs', async () => {
  const { id } = await stage.settledIn('running');
  const words = `instance ${id} is running; convert disk requires status stopped`;
  expect(refusal(await ask(id))).toEqual([409, 'wrong_state', words]);
});

test('is refused on a host that does not limit disks, before anything is done', async () => {
  const { id } = await stage.settledIn('stopped');
  await standInHost({ id: stage.hostId, capabilities: ['ssh'] });
  const words = `host ${stage.hostId} does not have the capability disk_limit (compute driver: simulated)`;
  expect(refusal(await ask(id))).toEqual([409, 'wrong_state', words]);
  expect(await stage.settled(id)).toMatchObject({ task: null });
});
