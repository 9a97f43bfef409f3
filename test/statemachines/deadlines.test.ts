import { afterEach, describe, expect, test } from 'vitest';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { call } from '#lib/testing/functions/call.ts';
import { launched } from '#test/support/compute/instances.ts';
import { forever } from '#test/support/hosts/scripted-driver.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';

/** The definitions with another deadline for what is to miss it, and no heartbeats within it. All else has its time. */
const withDeadline = (from: string, to: string) => (text: string) =>
  text.includes(from) ? text.replaceAll('"HeartbeatSeconds":30,', '').replace(from, to) : text;

let stage: ScriptedPlatform;
afterEach(() => stage.close());

const ask = (id: string, body: object) => call(stop, { bearer: stage.caller.bearer, params: { id }, body });

describe('a machine that does not do as it is told', () => {
  test('a stop that never ends is given up in time; a forced one then takes its place at once', async () => {
    stage = await openScriptedPlatform(withDeadline('grace_ms / 1000 + 30', 'grace_ms / 1000 + 1'));
    const { id } = await stage.settledIn('running');
    stage.driver.next('stop', forever);
    await ask(id, { timeout_seconds: 1 });
    expect(await stage.settled(id)).toMatchObject({
      status: 'error',
      status_reason: 'stop failed: it did not finish in time',
    });
    await ask(id, { force: true });
    expect((await stage.settled(id)).status).toBe('stopped');
    expect(stage.callsOf(id).slice(1)).toEqual(['stop within 1000', 'stop by force within 60000']);
  });

  test('a boot that never ends is given up in time, and undone', async () => {
    stage = await openScriptedPlatform(withDeadline('"TimeoutSeconds":180', '"TimeoutSeconds":1'));
    const before = await stage.held();
    stage.driver.next('create', forever);
    const { id } = await launched(stage.caller);
    expect(await stage.settled(id)).toMatchObject({
      status: 'error',
      status_reason: 'launch failed: it did not finish in time',
    });
    expect(stage.callsOf(id)).toEqual(['create', 'destroy']);
    expect(await stage.held()).toMatchObject({ free_ram_mib: before.free_ram_mib, claims: before.claims });
  });
});
