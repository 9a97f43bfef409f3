import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as terminate } from '#functions/compute/instances/terminate.ts';
import { handler as deleteVolume } from '#functions/compute/volumes/delete.ts';
import { resumeHost } from '#lib/domain/compute/hosts/resume.ts';
import { welcomeBack } from '#lib/domain/compute/hosts/return.ts';
import { systemContext } from '#lib/domain/platform/operations/system-context.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { workflowStatus } from '#lib/drivers/workflows/start.ts';
import { getVolume } from '#lib/store/compute/volumes.ts';
import { fenced } from '#test/support/hosts/lost-hosts.ts';
import { openJobs } from '#test/support/hosts/open-jobs.ts';
import { openScriptedDiskPlatform, type ScriptedDiskPlatform } from '#test/support/hosts/scripted-disk-platform.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/* What a lost host would have to remove counts as removed; the host removes it once it is back. */

let stage: ScriptedDiskPlatform;
beforeAll(async () => {
  stage = await openScriptedDiskPlatform();
});
afterAll(() => stage.close());

const operator = () => systemContext('acc-operator', civilNow());

/** Shuts the host out while `work` runs; afterwards its agent starts anew. */
async function whileLost(work: () => Promise<void>): Promise<void> {
  await fenced(stage.hostId);
  await stage.stopAgent();
  await work();
  await resumeHost(operator(), stage.hostId);
  await welcomeBack(stage.hostId);
  await stage.startAgent();
}

/** The operation of the last call of a task. */
const lastOf = (task: string): string =>
  String(stage.workflows.calls.findLast(({ name }) => name === task)?.payload.operation);

const waitingJobs = async () => (await openJobs(stage.hostId)).map(({ kind }) => kind);

test('a machine of a lost host is terminated without it, and destroyed there when it is back', async () => {
  const { id } = await stage.settledIn('running');
  await whileLost(async () => {
    await stage.ask(terminate, { id });
    expect(await stage.settled(id)).toMatchObject({ status: 'terminated', placed: false });
    await expect.poll(() => workflowStatus('terminate', lastOf('terminateDestroy'))).toBe('SUCCEEDED');
    expect(await waitingJobs()).toEqual(['destroy']);
    expect(stage.callsOf(id)).toEqual(['create']);
  });
  await eventually(() => stage.callsOf(id).includes('destroy'));
  await eventually(async () => (await waitingJobs()).length === 0);
});

test('a volume of a lost host is deleted without it, and its bytes when it is back', async () => {
  const { id, account_id } = await stage.volume();
  await whileLost(async () => {
    await stage.ask(deleteVolume, { vol_id: id });
    await eventually(async () => !(await getVolume(account_id, id)));
    await expect.poll(() => workflowStatus('disk', lastOf('diskWork'))).toBe('SUCCEEDED');
    expect(await waitingJobs()).toEqual(['delete_volume']);
    expect(stage.driver.volumes.has(id)).toBe(true);
  });
  await eventually(() => !stage.driver.volumes.has(id));
});
