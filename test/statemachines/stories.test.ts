import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { handler as reboot } from '#functions/compute/instances/reboot.ts';
import { handler as start } from '#functions/compute/instances/start.ts';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { call } from '#lib/testing/functions/call.ts';
import { launched } from '#test/support/compute/instances.ts';
import { failing } from '#test/support/hosts/scripted-driver.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let stage: ScriptedPlatform;
beforeAll(async () => {
  stage = await openScriptedPlatform();
});
afterAll(() => stage.close());

describe('the whole life of a machine', () => {
  test('launch, stop, start, reboot, terminate: each settles, and all is given back', async () => {
    const before = await stage.held();
    const { id } = await launched(stage.caller, { user_data: '#!/bin/sh' });
    const running = await stage.settled(id);
    expect(running).toMatchObject({ status: 'running', ssh_ready: true, operation: null, hold: null, has_disk: true });
    expect(running.launched_at).not.toBeNull();
    expect(running.host_key).toMatch(/^ssh-ed25519 /);
    expect(stage.driver.specs.get(id)).toMatchObject({
      name: 'web-01',
      cpu: 1,
      ram_mib: 512,
      image_id: 'ubuntu-24.04',
      private_ip: running.private_ip,
      ssh: { host: '127.0.0.1', port: running.ssh_port },
      user_data: '#!/bin/sh',
    });
    const ask = (handler: typeof stop, body = {}) =>
      call(handler, { bearer: stage.caller.bearer, params: { id }, body });
    await ask(stop, { timeout_seconds: 7 });
    expect(await stage.settled(id)).toMatchObject({ status: 'stopped', ssh_ready: false, has_disk: true });
    await ask(start);
    expect(await stage.settled(id)).toMatchObject({ status: 'running', ssh_ready: true });
    await ask(reboot, { force: true });
    expect(await stage.settled(id)).toMatchObject({ status: 'running', launched_at: running.launched_at });
    await ask(terminate);
    expect(await stage.settled(id)).toMatchObject({ status: 'terminated', placed: false });
    expect(stage.callsOf(id)).toEqual(['create', 'stop within 7000', 'start', 'reboot', 'destroy']);
    expect(await stage.held()).toEqual(before);
    expect(await stage.loose()).toEqual([]);
    expect((await stage.events(id)).map(({ type, from, to }) => [type, from, to])).toEqual([
      ['launch', null, 'provisioning'],
      ['launch', 'provisioning', 'running'],
      ['stop', 'running', 'stopping'],
      ['stop', 'stopping', 'stopped'],
      ['start', 'stopped', 'starting'],
      ['start', 'starting', 'running'],
      ['reboot', 'running', 'rebooting'],
      ['reboot', 'rebooting', 'running'],
      ['terminate', 'running', 'terminating'],
      ['terminate', 'terminating', 'terminated'],
    ]);
  });
});

describe('a failure', () => {
  test('of a launch is undone, explained, and holds nothing but the quota until it is terminated', async () => {
    const before = await stage.held();
    stage.driver.next('create', failing('INVALID', 'the image is broken'));
    const { id } = await launched(stage.caller);
    const failed = await stage.settled(id);
    expect(failed).toMatchObject({
      status: 'error',
      status_reason: 'launch failed: the image is broken',
      placed: false,
      has_disk: false,
      hold: null,
    });
    expect(stage.callsOf(id)).toEqual(['create', 'destroy']);
    expect(await stage.held()).toEqual({ ...before, instances: before.instances + 1, vcpus: before.vcpus + 1 });
    await call(terminate, { bearer: stage.caller.bearer, params: { id } });
    expect((await stage.settled(id)).status).toBe('terminated');
    expect(await stage.held()).toEqual(before);
    expect(await stage.loose()).toEqual([]);
  });

  test('that may pass is tried again', async () => {
    stage.driver.next('create', failing('FAILED', 'out of loop devices'));
    const { id } = await launched(stage.caller);
    expect((await stage.settled(id)).status).toBe('running');
    expect(stage.callsOf(id)).toEqual(['create', 'create']);
  });

  test.each([
    ['start', start, 'stopped', 'PORT_IN_USE', 'port 20001 is held by another program'],
    ['stop', stop, 'running', 'INVALID', 'its power switch is stuck'],
    ['reboot', reboot, 'running', 'ABSENT', 'machine has no disk here'],
  ] as const)(
    'of a %s leaves error with the reason, from which a start recovers',
    async (kind, handler, from, code, why) => {
      const { id } = await stage.settledIn(from);
      stage.driver.next(kind, failing(code, why));
      await call(handler, { bearer: stage.caller.bearer, params: { id } });
      expect(await stage.settled(id)).toMatchObject({
        status: 'error',
        status_reason: `${kind} failed: ${why}`,
        placed: true,
        has_disk: true,
        ssh_ready: false,
      });
      await call(start, { bearer: stage.caller.bearer, params: { id } });
      expect(await stage.settled(id)).toMatchObject({ status: 'running', status_reason: null, ssh_ready: true });
    },
  );

  test('of a terminate is tried again until it is done', async () => {
    const { id } = await stage.settledIn('running');
    stage.driver.next('destroy', failing('FAILED', 'device is busy'));
    await call(terminate, { bearer: stage.caller.bearer, params: { id } });
    expect((await stage.settled(id)).status).toBe('terminated');
    expect(stage.driver.machines.has(id)).toBe(false);
  });
});

describe('a task that broke after it had done its work', () => {
  test.each(['launchBoot', 'launchSettle'])(
    '%s is called again, and what it gave back is given back once',
    async (task) => {
      const before = await stage.held();
      stage.workflows.breakNext(task, new Error('the function crashed'), 'after');
      const { id } = await launched(stage.caller);
      const { status } = await eventually(async () => {
        const record = await stage.settled(id);
        const twice = stage.workflows.calls.filter(({ name, payload }) => name === task && payload.instance_id === id);
        return twice.length === 2 && record;
      });
      expect(status).toBe('running');
      const after = await stage.held();
      expect(after.available_paise).toBe(before.available_paise);
      expect(after.claims).toHaveLength(before.claims.length + 2);
    },
  );

  test('terminateSettle gives everything back once', async () => {
    const before = await stage.held();
    const { id } = await launched(stage.caller);
    await stage.settled(id);
    stage.workflows.breakNext('terminateSettle', new Error('the function crashed'), 'after');
    await call(terminate, { bearer: stage.caller.bearer, params: { id } });
    expect((await stage.settled(id)).status).toBe('terminated');
    const settling = () => stage.workflows.calls.filter((one) => one.name === 'terminateSettle').slice(-2);
    await eventually(() => settling().every(({ payload }) => payload.instance_id === id));
    expect(await stage.held()).toEqual(before);
  });
});
