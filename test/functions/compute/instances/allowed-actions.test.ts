import { beforeAll, expect, test } from 'vitest';
import { handler as show } from '#functions/compute/instances/show.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { type InstanceStatus, statuses } from '#lib/model/compute/instance-states.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { launched, putInto } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

let owner: SignedUp;
let instance: Instance;

beforeAll(async () => {
  owner = await signedUp();
  await standInHost();
  instance = await launched(owner);
});

/** `allowed_actions` of the instance in this state. */
async function allowedIn(status: InstanceStatus, more: Partial<InstanceRecord> = {}): Promise<string[]> {
  const ttl = Math.floor(Date.now() / 1000) + 3600;
  await putInto(instance, { status, operation: null, has_disk: true, elastic_ip: null, volume_ids: [], ttl, ...more });
  const reply = await call(show, { bearer: owner.bearer, params: { id: instance.id } });
  return reply.body.allowed_actions;
}

/** What `allowed_actions` must say, for a machine with a disk, without elastic IP and volumes. */
const allowed: Record<InstanceStatus, string[]> = {
  provisioning: ['terminate', 'attach_elastic_ip'],
  running: [
    'stop',
    'reboot',
    'terminate',
    'create_snapshot',
    'restore',
    'attach_volume',
    'attach_elastic_ip',
    'open_console',
  ],
  stopping: ['terminate', 'attach_elastic_ip'],
  stopped: [
    'start',
    'terminate',
    'resize',
    'convert_disk',
    'create_snapshot',
    'restore',
    'attach_volume',
    'attach_elastic_ip',
  ],
  starting: ['terminate', 'attach_elastic_ip'],
  rebooting: ['terminate', 'attach_elastic_ip'],
  restoring: ['terminate', 'attach_elastic_ip'],
  error: ['start', 'stop', 'terminate', 'create_snapshot', 'restore', 'attach_elastic_ip'],
  terminating: [],
  terminated: [],
};

test.each(statuses)('allowed_actions in status %s', async (status) => {
  expect(await allowedIn(status)).toEqual(allowed[status]);
});

test('a failed launch: what needs a disk is left out', async () => {
  const left = ['stop', 'terminate', 'restore', 'attach_elastic_ip'];
  expect(await allowedIn('error', { has_disk: false })).toEqual(left);
});

test('with an elastic IP and a volume: they can be detached', async () => {
  const both = { elastic_ip: { id: 'eip-1', address: '127.0.0.9' }, volume_ids: ['vol-1'] };
  const actions = await allowedIn('running', both);
  expect(actions).toEqual(expect.arrayContaining(['attach_volume', 'detach_volume', 'detach_elastic_ip']));
  expect(actions).not.toContain('attach_elastic_ip');
});

test('under termination protection it cannot be terminated, and is not said to be', async () => {
  const unprotected = allowed.running.filter((action) => action !== 'terminate');
  expect(await allowedIn('running', { termination_protection: true })).toEqual(unprotected);
  expect(await allowedIn('running', { termination_protection: false })).toEqual(allowed.running);
});
