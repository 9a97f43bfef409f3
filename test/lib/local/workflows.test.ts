import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AwsClient } from 'aws4fetch';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { awsJson, statesAt } from '#lib/local/aws-json.ts';
import { functionsOf } from '#lib/local/functions.ts';
import { startLambdaEndpoint } from '#lib/local/lambda-endpoint.ts';
import { countRunning, deployMachines, readMachines } from '#lib/local/machines.ts';
import { Gate } from '#lib/local/state/gate.ts';
import { type OtherWorkflows, settling, startWorkflows, type Workflows } from '#lib/local/workflows.ts';
import { unusedPort } from '#test/support/http/unused-port.ts';

const log = { info: () => undefined, warn: () => undefined };
const TASKS = `
  export const ok = async (event: any) => ({ got: event });
  export const fails = async () => { throw Object.assign(new Error('by another'), { name: 'Superseded' }); };
`;
const MACHINE = `
QueryLanguage: JSONata
StartAt: Fails
States:
  Fails:
    Type: Task
    Resource: arn:aws:states:::lambda:invoke
    Arguments: { FunctionName: '\${failing}', Payload: {} }
    Catch: [ { ErrorEquals: [Superseded], Next: Ok } ]
    Next: Wrong
  Ok:
    Type: Task
    Resource: arn:aws:states:::lambda:invoke
    Arguments: { FunctionName: '\${fine}', Payload: { a: 1 } }
    Output: '{% $states.result.Payload %}'
    End: true
  Wrong: { Type: Fail, Error: NotCaught }
`;

let root: string;
const definitions = {
  fine: { name: 'svc-dev-fine', handler: 'tasks.ok', timeout: 5 },
  failing: { name: 'svc-dev-failing', handler: 'tasks.fails', timeout: 5 },
};
const functions = () => functionsOf(root, definitions, { gate: new Gate() });
const key = { id: 'engine', secret: 'a secret of the engine' };
const start = (other?: OtherWorkflows, dir = join(root, 'engine')) =>
  startWorkflows({ dir, socketPath: join(root, 'socket'), functions: functions(), log, other });
let open: { close(): Promise<void> }[] = [];

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'svc-workflows-'));
  writeFileSync(join(root, 'tasks.ts'), TASKS);
  mkdirSync(join(root, 'statemachines/one-two'), { recursive: true });
  writeFileSync(join(root, 'statemachines/one-two/machine.asl.yml'), MACHINE);
});
afterEach(async () => {
  for (const one of open.reverse()) await one.close();
  open = [];
  rmSync(root, { recursive: true });
});

const states = ({ endpoint }: Workflows, operation: string, input: object) =>
  awsJson<Record<string, string>>(statesAt(endpoint), operation, input);

/** Starts the machine and answers how its execution ended. */
async function outcome(workflows: Workflows, stateMachineArn: string) {
  const { executionArn } = await states(workflows, 'StartExecution', { stateMachineArn, input: '{}' });
  await expect
    .poll(async () => (await states(workflows, 'DescribeExecution', { executionArn })).status)
    .not.toBe('RUNNING');
  return states(workflows, 'DescribeExecution', { executionArn });
}

test("machines are made under their names with the functions' ARNs filled in, and catch a function's error by its name", async () => {
  const workflows = await start();
  open.push(workflows);
  const machines = readMachines(root, functions().arnOf);
  const variables = await deployMachines(workflows.endpoint, 'svc-dev', machines);
  const arn = 'arn:aws:states:ap-south-1:000000000000:stateMachine:svc-dev-one-two';
  expect(variables).toEqual({ STATE_MACHINE_ONE_TWO: arn });
  expect(await outcome(workflows, arn)).toMatchObject({ status: 'SUCCEEDED', output: '{"got":{"a":1}}' });
});

test('a machine that changed is updated; one that did not is left alone', async () => {
  const workflows = await start();
  open.push(workflows);
  const deploy = () => deployMachines(workflows.endpoint, 'svc-dev', readMachines(root, functions().arnOf));
  const { STATE_MACHINE_ONE_TWO: stateMachineArn } = await deploy();
  const definition = async () => (await states(workflows, 'DescribeStateMachine', { stateMachineArn })).definition;
  const before = await definition();
  await deploy();
  expect(await definition()).toBe(before);
  writeFileSync(join(root, 'statemachines/one-two/machine.asl.yml'), MACHINE.replace('a: 1', 'a: 2'));
  await deploy();
  expect(await outcome(workflows, stateMachineArn ?? '')).toMatchObject({ output: '{"got":{"a":2}}' });
});

test('a machine that names a function that there is not is refused by its file', () => {
  writeFileSync(join(root, 'statemachines/one-two/machine.asl.yml'), MACHINE.replace('fine', 'other'));
  expect(() => readMachines(root, functions().arnOf)).toThrow(
    /one-two\/machine\.asl\.yml: there is no function "other"$/,
  );
});

test('another engine invokes the functions over HTTP, and tells their errors by name as well', async () => {
  const port = await unusedPort();
  const engine = await startWorkflows({
    dir: join(root, 'elsewhere'),
    functions: { arnOf: () => undefined, invoke: (name, payload) => invokeOver(port, name, payload) },
    socketPath: join(root, 'elsewhere.socket'),
    log,
  });
  open.push(engine);
  const workflows = await start({ endpoint: engine.endpoint, lambda: { port, key } });
  open.push(workflows);
  const variables = await deployMachines(workflows.endpoint, 'svc-dev', readMachines(root, functions().arnOf));
  const arn = variables.STATE_MACHINE_ONE_TWO ?? '';
  expect(await outcome(workflows, arn)).toMatchObject({ status: 'SUCCEEDED', output: '{"got":{"a":1}}' });
  expect(await countRunning(engine.endpoint, [arn])).toBe(0);
});

async function invokeOver(port: number, name: string, payload: unknown): Promise<unknown> {
  const url = `http://127.0.0.1:${port}/2015-03-31/functions/${encodeURIComponent(name)}/invocations`;
  const reply = await signer().fetch(url, { body: JSON.stringify(payload) });
  const body = (await reply.json()) as { errorType: string; errorMessage: string };
  if (reply.headers.has('x-amz-function-error'))
    throw Object.assign(new Error(body.errorMessage), { name: body.errorType });
  return body;
}

/** The client of an engine that invokes functions. */
const signer = ({ id, secret } = key, service = 'lambda') =>
  new AwsClient({ accessKeyId: id, secretAccessKey: secret, service, region: 'us-east-1', retries: 0 });

test('the Lambda endpoint refuses a browser, an unknown function and any other call; a taken port is refused in words', async () => {
  const port = await unusedPort();
  const lambda = await startLambdaEndpoint({ port, key }, functions());
  open.push(lambda);
  const ask = async (path: string, headers = {}) =>
    (await fetch(lambda.url + path, { method: 'POST', headers, body: '{}' })).status;
  expect(await ask('/2015-03-31/functions/svc-dev-fine/invocations')).toBe(403);
  expect(await ask('/2015-03-31/functions', { authorization: 'x' })).toBe(404);
  await expect(startLambdaEndpoint({ port, key }, functions())).rejects.toThrow(
    `port ${port} on 127.0.0.1, for SVC_SFN_ENDPOINT to invoke functions: already in use`,
  );
});

test('the Lambda endpoint runs nothing for who does not sign with the key', async () => {
  const lambda = await startLambdaEndpoint({ port: await unusedPort(), key }, functions());
  open.push(lambda);
  const fine = `${lambda.url}/2015-03-31/functions/svc-dev-fine/invocations`;
  const ask = async (client: AwsClient, url = fine) => (await client.fetch(url, { body: '{"a":1}' })).status;
  expect(await ask(signer())).toBe(200);
  expect(await ask(signer(), fine.replace('fine', 'none'))).toBe(404);
  expect(await ask(signer({ ...key, secret: 'another secret of an engine' }))).toBe(403);
  expect(await ask(signer({ ...key, id: 'other' }))).toBe(403);
  expect(await ask(signer(key, 's3'))).toBe(403);
  const { headers } = await signer().sign(fine, { method: 'POST', body: '{"a":1}' });
  expect((await fetch(fine, { method: 'POST', headers, body: '{"a":2}' })).status).toBe(403);
  for (const authorization of ['x', 'AWS4-HMAC-SHA256 x', headers.get('authorization')?.slice(0, -1) ?? ''])
    expect((await fetch(fine, { method: 'POST', headers: { authorization }, body: '{}' })).status).toBe(403);
});

test('workflows are waited for until they end, but one that hangs only once', async () => {
  const left = [2, 1, 0];
  await settling(async () => left.shift() ?? 0, 1_000)();
  expect(left).toEqual([]);
  let looks = 0;
  const settled = settling(async () => {
    looks += 1;
    return 1;
  }, 400);
  await settled();
  expect(looks).toBeGreaterThan(1);
  looks = 0;
  await settled();
  expect(looks).toBe(1);
});
