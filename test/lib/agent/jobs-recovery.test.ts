import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as events } from '#functions/compute/instances/events.ts';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { BootTurns } from '#lib/agent/boot-turns.ts';
import { type Host, recover, reportDowns } from '#lib/agent/host.ts';
import { JobLoop } from '#lib/agent/jobs.ts';
import { followPowerOffs } from '#lib/agent/revive.ts';
import { checkHosts } from '#lib/domain/compute/hosts/health.ts';
import type { Handler } from '#lib/edge/route.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import type { InstanceRecord } from '#lib/store/compute/instances.ts';
import { call } from '#lib/testing/functions/call.ts';
import { launched, putInto, recordOf } from '#test/support/compute/instances.ts';
import { changeHost, linkOf } from '#test/support/hosts/host-link.ts';
import { silence, standInHost } from '#test/support/hosts/hosts.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

let stage: ScriptedPlatform;
let jobs: JobLoop;
let host: Host;
const instances: Record<'a' | 'b', InstanceRecord> = {} as never;

beforeAll(async () => {
  Object.assign(process.env, { SVC_QUOTA_INSTANCES: '100', SVC_QUOTA_VCPUS: '100' });
  stage = await openScriptedPlatform();
});
afterAll(() => stage.close());

/** Two running machines, and then an agent that has just been started again, on a host where nothing runs. */
beforeEach(async () => {
  await stage.startAgent();
  instances.a = await stage.settledIn('running');
  instances.b = await stage.settledIn('running');
  await stage.stopAgent();
  for (const [id] of stage.driver.machines) stage.driver.machines.set(id, 'stopped');
  stage.driver.calls.length = 0;
  const { epoch } = await standInHost({ id: stage.hostId });
  const link = await linkOf(stage.hostId, epoch);
  jobs = new JobLoop(link, stage.driver.driver(), () => undefined);
  host = {
    link,
    publicIp: '127.0.0.1',
    addressPool: null,
    isReserved: () => false,
    driver: stage.driver.driver(),
    log: () => undefined,
    down: new Map(),
    turns: new BootTurns(),
  };
});
afterEach(async () => {
  await jobs.close();
  await stage.startAgent();
  for (const { id } of Object.values(instances)) await call(terminate, { bearer: stage.caller.bearer, params: { id } });
  for (const { id } of Object.values(instances)) await stage.settled(id);
  await stage.stopAgent();
});

const ask = (handler: Handler, id: string) => call(handler, { bearer: stage.caller.bearer, params: { id } });

describe("the agent's start", () => {
  test('boots what was running, leaves what was stopped, and removes what the table does not know', async () => {
    await putInto(instances.b, { status: 'stopped', ssh_ready: false });
    stage.driver.machines.set('i-unknown', 'stopped');
    await recover(host, jobs);
    expect(stage.driver.calls).toEqual([`start ${instances.a.id}`, 'destroy i-unknown']);
    expect(await recordOf(instances.a)).toMatchObject({ status: 'running', ssh_ready: true });
  });

  test('says of machines that are yet to boot that they do not answer', async () => {
    const besides = { operation: { id: 'op-held', kind: 'attach_volume' }, task: 'attaching_volume' } as const;
    const seen: unknown[] = [];
    const alone: JobLoop['alone'] = async (id, work) => {
      const { ssh_ready, status_reason } = await recordOf(id === instances.a.id ? instances.a : instances.b);
      seen.push([ssh_ready, status_reason]);
      // One is asked for something beside its boot.
      if (id === instances.a.id) await putInto(instances.a, besides);
      await jobs.alone(id, work);
    };
    await recover(host, { alone });
    const reason = `host ${host.link.hostId} has started again; the machine has not booted yet`;
    expect(seen).toEqual(Array(2).fill([false, reason]));
    for (const one of Object.values(instances))
      expect(await recordOf(one)).toMatchObject({ ssh_ready: true, status_reason: null });
    await putInto(instances.a, { operation: null, task: null });
  });

  test('leaves a machine alone that runs as its record says, and reports one that was not reached', async () => {
    for (const { id } of Object.values(instances)) stage.driver.machines.set(id, 'running');
    await putInto(instances.b, { ssh_ready: false, status_reason: 'host-1 is not heard' });
    await recover(host, jobs);
    expect(await recordOf(instances.b)).toMatchObject({ ssh_ready: true, status_reason: null });
    expect(stage.driver.calls).toEqual([`start ${instances.b.id}`]);
  });

  test('shows machines at the address that the host has now', async () => {
    await changeHost(stage.hostId, { public_ip: '127.1.11.184' });
    await recover(host, jobs);
    expect((await recordOf(instances.a)).public_ip).toBe('127.1.11.184');
    expect(stage.driver.specs.get(instances.a.id)?.ssh.host).toBe('127.1.11.184');
  });

  test('keeps a machine that a launch makes meanwhile', async () => {
    let made = '';
    stage.driver.next('start', async () => {
      made = (await launched(stage.caller)).id;
      jobs.wake();
      await eventually(() => stage.driver.machines.has(made));
    });
    await recover(host, jobs);
    expect(stage.driver.machines.get(made)).toBe('running');
    expect((await stage.settled(made)).status).toBe('running');
    await ask(terminate, made);
    await stage.settled(made);
  });

  test('lets a stop wait until its machine is booted, so that it is down in the end', async () => {
    stage.driver.next('start', async (_signal, spec) => {
      await ask(stop, spec?.id ?? '');
      jobs.wake();
    });
    await recover(host, jobs);
    const all = () => Promise.all(Object.values(instances).map(recordOf));
    const stopped = await eventually(async () => (await all()).find(({ status }) => status === 'stopped'));
    expect(stage.driver.machines.get(stopped.id)).toBe('stopped');
  });

  test('does not boot a machine that was stopped before its turn came', async () => {
    const alone: JobLoop['alone'] = async (id, work) => {
      if (id === instances.b.id) await putInto(instances.b, { status: 'stopped', ssh_ready: false });
      await jobs.alone(id, work);
    };
    await recover(host, { alone });
    expect(stage.driver.machines.get(instances.b.id)).toBe('stopped');
    expect(stage.driver.machines.get(instances.a.id)).toBe('running');
  });

  test('a machine that does not boot again is stopped, with the reason', async () => {
    const broken = () => {
      throw new DriverError('FAILED', 'its disk is broken');
    };
    stage.driver.next('start', broken, broken);
    await recover(host, jobs);
    expect(await recordOf(instances.a)).toMatchObject({
      status: 'stopped',
      status_reason: "did not boot after its host's restart: its disk is broken",
      ssh_ready: false,
    });
  });

  test('a host that was silent and is back shows its machines as reachable again', async () => {
    await recover(host, jobs);
    await silence(stage.hostId);
    await checkHosts();
    expect(await recordOf(instances.a)).toMatchObject({ status: 'running', ssh_ready: false });
    await recover(host, jobs);
    expect(await recordOf(instances.a)).toMatchObject({ status: 'running', ssh_ready: true, status_reason: null });
  });
});

describe('a machine that shuts itself down', () => {
  beforeEach(async () => {
    await recover(host, jobs);
    followPowerOffs(host, jobs);
  });

  test('is stopped, with the reason', async () => {
    stage.driver.powerOff(instances.a.id);
    const noted = await eventually(async () => {
      const record = await recordOf(instances.a);
      return record.status === 'stopped' && record;
    });
    expect(noted).toMatchObject({ status_reason: 'shut down from inside the guest', ssh_ready: false, has_disk: true });
    await eventually(() => host.down.size === 0);
  });

  test('while an operation holds it, is noted once that is over', async () => {
    await putInto(instances.a, { operation: { id: 'op-held', kind: 'reboot' }, status: 'rebooting' });
    stage.driver.powerOff(instances.a.id);
    await reportDowns(host);
    expect((await recordOf(instances.a)).status).toBe('rebooting');
    await putInto(instances.a, { operation: null, status: 'running' });
    await reportDowns(host);
    expect((await recordOf(instances.a)).status).toBe('stopped');
    expect(host.down.size).toBe(0);
  });

  test('and is up again when it could have been noted, is not', async () => {
    await putInto(instances.a, { operation: { id: 'op-held', kind: 'reboot' }, status: 'rebooting' });
    stage.driver.powerOff(instances.a.id);
    await reportDowns(host);
    stage.driver.machines.set(instances.a.id, 'running');
    await putInto(instances.a, { operation: null, status: 'running' });
    await reportDowns(host);
    expect((await recordOf(instances.a)).status).toBe('running');
  });
});

describe('a machine that crashes', () => {
  let works: Promise<void>[];
  beforeEach(async () => {
    await recover(host, jobs);
    works = [];
    followPowerOffs(host, jobs, (work) => works.push(work));
    stage.driver.calls.length = 0;
  });
  const lose = async () => {
    stage.driver.powerOff(instances.a.id, 'crash');
    await works.at(-1);
  };
  const messages = async () => {
    const { body } = await call(events, { bearer: stage.caller.bearer, params: { id: instances.a.id } });
    return (body.events as { message: string }[]).map(({ message }) => message);
  };

  test('boots again, and says so', async () => {
    await lose();
    expect(stage.driver.calls).toEqual([`start ${instances.a.id}`]);
    expect(await recordOf(instances.a)).toMatchObject({ status: 'running', ssh_ready: true, status_reason: null });
    expect((await messages()).slice(0, 2)).toEqual(['machine answers again', 'the machine was lost; it boots again']);
  });

  test('is stopped when it crashes for the fourth time', async () => {
    for (let time = 0; time < 4; time++) await lose();
    expect(stage.driver.calls).toHaveLength(3);
    expect(await recordOf(instances.a)).toMatchObject({ status: 'stopped', status_reason: 'the machine was lost' });
    expect(host.down.size).toBe(0);
  });

  test('is stopped when it does not boot, with the reason', async () => {
    stage.driver.next('start', () => {
      throw new DriverError('FAILED', 'its disk is broken');
    });
    await lose();
    expect(await recordOf(instances.a)).toMatchObject({
      status: 'stopped',
      status_reason: "did not boot after its host's restart: its disk is broken",
    });
  });

  test('is left to the operation that holds it', async () => {
    await putInto(instances.a, { operation: { id: 'op-held', kind: 'stop' }, status: 'stopping' });
    await lose();
    expect(stage.driver.calls).toEqual([]);
    expect(await recordOf(instances.a)).toMatchObject({ status: 'stopping', status_reason: null });
    expect(host.down.get(instances.a.id)).toBe('crash');
  });
});
