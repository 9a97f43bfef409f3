// A process that runs one long execution to its end, over as many lives as it takes, and prints its output. It can be
// told to die of SIGKILL at its n-th journal record: before, in the middle of, or right after writing it.
import { once } from 'node:events';
import fs, { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { eventually } from '#test/support/vitest/eventually.ts';
import { EXECUTION, MACHINE, WORKFLOW } from './crash-workflow.ts';

const [dir = '', mode = 'never', at = '0'] = process.argv.slice(2);
const lines = (name: string): string[] => {
  const path = join(dir, name);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
};
const note = (name: string, line: string) => appendFileSync(join(dir, name), `${line}\n`);
const die = () => process.kill(process.pid, 'SIGKILL');

let writes = 0;
const write = fs.writeSync as (...args: unknown[]) => number;
fs.writeSync = ((fd: number, bytes: Buffer, offset: number, length: number, position: number) => {
  writes += 1;
  const fatal = mode !== 'never' && writes === Number(at);
  if (fatal && mode === 'before') die();
  if (fatal && mode === 'torn') write(fd, bytes, offset, Math.floor(length / 2), position);
  else write(fd, bytes, offset, length, position);
  if (fatal) die();
  return length;
}) as typeof fs.writeSync;
syncBuiltinESMExports();

const { startStepFunctions } = await import('#lib/local/stepfunctions/start.ts');

interface Payload {
  tag: string;
  token?: string;
}

// A life that was killed has left its socket.
const socketPath = join(dir, `socket-${process.pid}`);
const engine = await startStepFunctions({
  dir: join(dir, 'engine'),
  socketPath,
  invoke: async (name, payload) => {
    const { tag, token } = payload as Payload;
    note('calls', JSON.stringify({ name, tag, payload }));
    const before = lines('calls').filter((line) => (JSON.parse(line) as Payload).tag === tag).length;
    if (name === 'broken' || (name === 'flaky' && before === 1))
      throw Object.assign(new Error('no'), { name: 'Broken' });
    if (name === 'job') note('tokens', token ?? '');
    if (name === 'job') void deliver(token ?? '');
    return tag;
  },
});

async function send(action: string, body: object): Promise<{ status?: number; body: Record<string, string> }> {
  const type = 'application/x-amz-json-1.0';
  const headers = { host: 'localhost', 'content-type': type, 'x-amz-target': `AWSStepFunctions.${action}` };
  const sent = request({ socketPath, method: 'POST', headers }).end(JSON.stringify(body));
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const text = (await response.toArray()).join('');
  return { ...(response.statusCode && { status: response.statusCode }), body: JSON.parse(text) };
}

async function must(action: string, body: object, ...allowed: string[]): Promise<Record<string, string>> {
  const answer = await send(action, body);
  if (answer.status === 200 || allowed.some((name) => answer.body.__type?.endsWith(`#${name}`))) return answer.body;
  throw new Error(`${action}: ${JSON.stringify(answer.body)}`);
}

/** Plays the agent: sends a token back, and remembers that this was acknowledged. */
async function deliver(taskToken: string): Promise<void> {
  const { status, body } = await send('SendTaskSuccess', { taskToken, output: '"delivered"' });
  if (status === 200) note('acknowledged', taskToken);
  else if (!body.__type?.endsWith('#TaskTimedOut')) throw new Error(`SendTaskSuccess: ${JSON.stringify(body)}`);
}

// What was acknowledged in an earlier life must be there in this one.
if (existsSync(join(dir, 'started'))) await must('DescribeExecution', { executionArn: EXECUTION });
await must('CreateStateMachine', WORKFLOW);
const start = { stateMachineArn: MACHINE, name: 'execution', input: '{}' };
await must('StartExecution', start, 'ExecutionAlreadyExists');
note('started', '1');
for (const token of lines('tokens')) await deliver(token);
const { status, output, error, cause } = await eventually(async () => {
  const described = await must('DescribeExecution', { executionArn: EXECUTION });
  return described.status !== 'RUNNING' && described;
});
process.stdout.write(`${JSON.stringify({ status, output, error, cause })}\n`);
await engine.close();
