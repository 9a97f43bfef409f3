import { SendTaskSuccessCommand } from '@aws-sdk/client-sfn';
import { afterEach, expect, it, vi } from 'vitest';
import { Journal } from '#lib/local/stepfunctions/store/journal.ts';
import { call, WAIT_FOR_TOKEN } from './definitions.ts';
import { harness, outputOf, refusal, until } from './harness.ts';

const tokens: string[] = [];
const { machine, start, closed, client, calls, logs } = await harness({
  echo: (payload) => payload,
  job: (token: string) => tokens.push(token),
});

afterEach(() => vi.restoreAllMocks());

/** The disk is full when a record of this type is to be written, once. */
function fullDiskAt(type: string): void {
  const append = Journal.prototype.append;
  let full = true;
  vi.spyOn(Journal.prototype, 'append').mockImplementation(function (this: Journal, record) {
    if (full && (record as { type: string }).type === type) {
      full = false;
      throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    }
    append.call(this, record);
  });
}

it.each(['TaskStateEntered', 'TaskScheduled', 'TaskSucceeded', 'TaskStateExited', 'ExecutionSucceeded'])(
  'an execution whose %s finds no room says so and goes on a little later',
  async (type) => {
    const arn = await machine({ A: call('echo') });
    fullDiskAt(type);
    const before = calls.length;
    expect(outputOf(await closed(await start(arn, { a: 1 })))).toEqual({ a: 1 });
    expect(logs.at(-1)).toContain('ENOSPC');
    // Only an answer that could not be written down is asked for again.
    expect(calls.length - before).toBe(type === 'TaskSucceeded' ? 2 : 1);
  },
);

it('a start that finds no room is an error that starts nothing, and can be repeated', async () => {
  const arn = await machine({ A: call('echo') });
  fullDiskAt('ExecutionStarted');
  expect((await refusal(start(arn, 1, 'again'))).name).toBe('InternalFailure');
  expect(outputOf(await closed(await start(arn, 2, 'again')))).toBe(2);
});

it('a task answer that finds no room is an error, and can be repeated', async () => {
  const Arguments = { FunctionName: 'job', Payload: '{% $states.context.Task.Token %}' };
  const execution = await start(
    await machine({ A: call('job', { Resource: WAIT_FOR_TOKEN, Arguments, Output: '{% $states.result %}' }) }),
  );
  await until(() => tokens.length === 1);
  fullDiskAt('TaskSucceeded');
  const send = () => client.send(new SendTaskSuccessCommand({ taskToken: tokens[0] as string, output: '"done"' }));
  expect((await refusal(send())).name).toBe('InternalFailure');
  await send();
  expect(outputOf(await closed(execution))).toBe('done');
});
