import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { SendTaskSuccessCommand } from '@aws-sdk/client-sfn';
import { describe, expect, it, vi } from 'vitest';
import { startStepFunctions } from '#lib/local/stepfunctions/start.ts';
import { Journal } from '#lib/local/stepfunctions/store/journal.ts';
import { socketOf } from '#lib/model/platform/endpoint.ts';
import { call, WAIT_FOR_TOKEN } from './definitions.ts';
import { harness, outputOf, temporaryFolder, until } from './harness.ts';

describe('a restart', () => {
  it('goes on with what was running, calls nothing again that had answered, and knows its machines', async () => {
    const dir = temporaryFolder();
    const functions = { echo: (payload: unknown) => payload };
    const first = await harness(functions, dir);
    const arn = await first.machine({
      A: call('echo', { Next: 'W' }),
      W: { Type: 'Wait', Seconds: 1, Next: 'B' },
      B: call('echo'),
    });
    const execution = await first.start(arn, { a: 1 });
    await first.engine.idle();
    await first.close();
    expect(first.calls).toHaveLength(1);
    const second = await harness(functions, dir);
    expect(second.engine.running()).toBe(1);
    expect(outputOf(await second.closed(execution))).toEqual({ a: 1 });
    expect(second.calls).toHaveLength(1);
    expect((await second.history(execution)).map(({ id }) => id)).toEqual(
      Array.from({ length: 14 }, (_, index) => index + 1),
    );
    await second.start(arn, { a: 2 });
  });

  it('lets a call in flight end before it closes', async () => {
    const dir = temporaryFolder();
    const gate = Promise.withResolvers<number>();
    const first = await harness({ slow: () => gate.promise }, dir);
    const execution = await first.start(await first.machine({ A: call('slow') }));
    await until(() => first.calls.length === 1);
    const closing = first.close();
    gate.resolve(7);
    await closing;
    const second = await harness({}, dir);
    expect(outputOf(await second.closed(execution))).toBe(7);
    expect(second.calls).toEqual([]);
  });

  it('hears a token that comes back before its task has been taken up again', async () => {
    const dir = temporaryFolder();
    const tokens: string[] = [];
    const functions = { job: (token: string) => tokens.push(token) };
    const first = await harness(functions, dir);
    const Arguments = { FunctionName: 'job', Payload: '{% $states.context.Task.Token %}' };
    const waiting = call('job', { Resource: WAIT_FOR_TOKEN, Arguments, Output: '{% $states.result %}' });
    const execution = await first.start(await first.machine({ A: waiting }));
    await until(() => tokens.length === 1);
    await first.close();
    const disk = Promise.withResolvers<void>();
    const durable = Journal.prototype.durable;
    const held = vi.spyOn(Journal.prototype, 'durable').mockImplementationOnce(async function (this: Journal) {
      await disk.promise;
      await durable.call(this);
    });
    const second = await harness(functions, dir);
    await until(() => held.mock.calls.length > 0);
    await second.client.send(new SendTaskSuccessCommand({ taskToken: tokens[0] as string, output: '"done"' }));
    disk.resolve();
    expect(outputOf(await second.closed(execution))).toBe('done');
    expect(second.calls).toEqual([]);
    held.mockRestore();
  });

  it('leaves a journal that it cannot resume in place, says so, and serves the rest', async () => {
    const dir = temporaryFolder();
    mkdirSync(join(dir, 'running'), { recursive: true });
    writeFileSync(join(dir, 'running', 'bad.jsonl'), '{"id":1,"type":"ExecutionStarted"}\n');
    writeFileSync(join(dir, 'running', 'torn.jsonl'), '{"id":1,"ty');
    const { logs, run } = await harness({}, dir);
    expect(logs.join('\n')).toContain('cannot be resumed');
    expect(readdirSync(join(dir, 'running'))).toEqual(['bad.jsonl']);
    expect((await run({ A: { Type: 'Succeed' } })).status).toBe('SUCCEEDED');
  });
});

it('an execution in a long wait is running, and not about anything', async () => {
  const { engine, machine, start } = await harness();
  await start(
    await machine({ W: { Type: 'Wait', Seconds: 5, Next: 'W2' }, W2: { Type: 'Wait', Seconds: 60, End: true } }),
  );
  await engine.idle();
  expect([engine.running(), engine.awake()]).toEqual([1, 1]);
  await start(await machine({ W: { Type: 'Wait', Seconds: 6, End: true } }));
  await engine.idle();
  expect([engine.running(), engine.awake()]).toEqual([2, 1]);
});

it('a socket that is taken is an error, and nothing is left listening', async () => {
  const { engine } = await harness();
  const socketPath = socketOf(engine.endpoint) ?? '';
  await expect(startStepFunctions({ dir: temporaryFolder(), socketPath, invoke: async () => 1 })).rejects.toThrow(
    'EADDRINUSE',
  );
});
