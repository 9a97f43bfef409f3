import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as remove } from '#functions/storage/buckets/delete.ts';
import { handler as show } from '#functions/storage/buckets/show.ts';
import { workflowStatus } from '#lib/drivers/workflows/start.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { callerOf, expectStatus } from '#test/support/accounts/iam.ts';
import { startWorkflows, type Workflows } from '#test/support/platform/workflows.ts';
import { newBucket, testObjects } from '#test/support/storage/objects.ts';

let workflows: Workflows;
let owner: SignedUp;

/** A step of a first round never ends the work, and one step is all that an execution may have. */
const small = (text: string) =>
  text
    .replace('{% $steps >= 1000 %}', '{% $steps >= 1 %}')
    .replace('"{% $done %}"', '"{% $done and $exists($states.context.Execution.Input.round) %}"');

beforeAll(async () => {
  await testObjects();
  owner = await signedUp();
  workflows = await startWorkflows({ definition: small });
});
afterAll(() => workflows.close());

test('a bucket that takes more steps than an execution may have is emptied by the next one', async () => {
  const root = callerOf(owner);
  const name = await newBucket(owner);
  await expectStatus(200, root(remove, { params: { name }, query: { force: 'true' } }));
  await expect.poll(async () => (await root(show, { params: { name } })).status).toBe(404);
  const called = () => workflows.calls.find(({ name: task }) => task === 'emptyAgain');
  await expect.poll(called).toBeDefined();
  const again = called();
  const operation = String(again?.payload.operation);
  await expect.poll(() => workflowStatus('empty', `${operation}-2`)).toBe('SUCCEEDED');
  expect(await workflowStatus('empty', operation)).toBe('SUCCEEDED');
  expect(workflows.calls.filter(({ name: task }) => task === 'emptyStep').map(({ payload }) => payload.round)).toEqual([
    undefined,
    2,
  ]);
  // The round that was started twice is one.
  await workflows.task('emptyAgain', again?.payload);
  expect(await workflowStatus('empty', `${operation}-3`)).toBe('absent');
});
