import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as health } from '#functions/scheduled/host-health.ts';
import { workflowStatus } from '#lib/drivers/workflows/start.ts';
import { lostAfterMs } from '#lib/model/compute/host-call.ts';
import { getBeat, noteSilence } from '#lib/store/compute/directory.ts';
import { getHost } from '#lib/store/compute/hosts.ts';
import { launched, recordOf } from '#test/support/compute/instances.ts';
import { silence } from '#test/support/hosts/hosts.ts';
import { openJobs } from '#test/support/hosts/open-jobs.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';

let stage: ScriptedPlatform;
beforeAll(async () => {
  stage = await openScriptedPlatform();
});
afterAll(() => stage.close());

const waitingJobs = async () => (await openJobs(stage.hostId)).map(({ kind }) => kind);

/** Makes the host look as one that was found silent so long ago. */
async function silentSince(ms: number): Promise<void> {
  await silence(stage.hostId);
  const beat = await getBeat(stage.hostId);
  await noteSilence(beat!, Date.now() - ms);
}

test('a host that stays silent is lost: its machines are in error, and the workflow that waits for it ends', async () => {
  const running = await stage.settledIn('running');
  await stage.stopAgent();
  const launching = await launched(stage.caller);
  await expect.poll(waitingJobs).toEqual(['create']);
  const operation = String((await recordOf(launching)).operation?.id);
  await silentSince(lostAfterMs / 2);
  await health();
  expect((await recordOf(launching)).status).toBe('provisioning');
  expect(await workflowStatus('launch', operation)).toBe('RUNNING');
  await silentSince(lostAfterMs);
  await health();
  const lost = { status: 'error', status_reason: 'host lost', lost: true };
  expect(await recordOf(running)).toMatchObject(lost);
  expect(await stage.settled(launching.id)).toMatchObject({
    status: 'error',
    status_reason: 'launch failed: host lost',
    placed: false,
  });
  await expect.poll(() => workflowStatus('launch', operation)).toBe('FAILED');
  // What there is of the machine is removed once the host is back.
  expect(await waitingJobs()).toEqual(['destroy']);
  await health();
  expect((await getHost(stage.hostId))?.lost?.settled).toBe(true);
});
