import { StopExecutionCommand } from '@aws-sdk/client-sfn';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { HostLink } from '#lib/agent/link/link.ts';
import { stepFunctions, workflowStatus } from '#lib/drivers/workflows/start.ts';
import { type Job, jobKinds } from '#lib/model/compute/job.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { launched } from '#test/support/compute/instances.ts';
import { changeHost, linkOf } from '#test/support/hosts/host-link.ts';
import { openJobs } from '#test/support/hosts/open-jobs.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';
import { plantUnfit } from '#test/support/table/planted.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/* A workflow waits for a job of a host whose agent is this test. */

let stage: ScriptedPlatform;
let link: HostLink;
beforeAll(async () => {
  stage = await openScriptedPlatform();
});
afterAll(() => stage.close());
beforeEach(async () => {
  await stage.stopAgent();
  link = await linkOf(stage.hostId);
});

/** The job for which the workflow of a new launch waits. */
async function waiting(): Promise<Job & { id: string }> {
  const { id } = await launched(stage.caller);
  const job = await eventually(async () => (await openJobs(stage.hostId)).find((one) => isFor(one, id)));
  return { ...job, id };
}
const isFor = (job: Job, id: string) => 'instance_id' in job && job.instance_id === id;

const nameOf = ({ operation, step }: Pick<Job, 'operation' | 'step'>) => ({ operation, step });

/** Ends a workflow from without, as an operator may in the console of AWS. */
async function ended(machine: string, operation: string): Promise<void> {
  const arn = process.env[`STATE_MACHINE_${machine.toUpperCase()}`]?.replace(':stateMachine:', ':execution:');
  await stepFunctions().send(new StopExecutionCommand({ executionArn: `${arn}:${operation}` }));
  expect(await workflowStatus(machine, operation)).toBe('ABORTED');
}

test('a heartbeat says for which of its jobs a workflow waits still', async () => {
  const job = await waiting();
  const unknown = { operation: 'op-unknown', step: 'create' };
  const gone = async () => (await link.call('beatHost', { jobs: [nameOf(job), unknown] })).gone;
  expect(await gone()).toEqual([unknown]);
  await ended('launch', job.operation);
  expect(await gone()).toEqual([nameOf(job), unknown]);
});

const unreadable = async (job: Job) => {
  const key = keys.job(job.host_id, job.operation, job.step);
  plantUnfit(key);
  await transact([update(key, { set: { kind: 'teleport' } })]);
};
const unknownToAgent = () => changeHost(stage.hostId, { job_kinds: jobKinds.filter((kind) => kind !== 'create') });

test.each([
  ['that this version cannot read', unreadable, /^kind: is not known/],
  ['of a kind that the agent does not know', unknownToAgent, /^host local does not know jobs of kind create$/],
])('a job %s is refused to its workflow, which ends the launch at once', async (_, spoil, why) => {
  const job = await waiting();
  await spoil(job);
  const looked = async () => {
    const { jobs, refused } = await link.call('listHostJobs', {});
    expect(jobs.map(nameOf)).not.toContainEqual(nameOf(job));
    return refused.find(({ operation }) => operation === job.operation);
  };
  const refused = await looked();
  expect(refused).toEqual({ ...nameOf(job), reason: expect.stringMatching(why) });
  expect(await looked()).toBeUndefined();
  // The workflow has the machine removed, whatever there is of it.
  await stage.startAgent();
  expect(await stage.settled(job.id)).toMatchObject({
    status: 'error',
    status_reason: `launch failed: the job cannot be read: ${refused?.reason}`,
  });
  expect(stage.callsOf(job.id)).toEqual(['destroy']);
});
