import {
  CreateStateMachineCommand,
  DeleteStateMachineCommand,
  DescribeStateMachineCommand,
  ListStateMachinesCommand,
  StartExecutionCommand,
  StopExecutionCommand,
  UpdateStateMachineCommand,
} from '@aws-sdk/client-sfn';
import { expect, it } from 'vitest';
import { call, definition, ROLE } from './definitions.ts';
import { harness, outputOf, refusal, until } from './harness.ts';

const gate = Promise.withResolvers<void>();
const { client, closed, start } = await harness({ echo: (payload) => payload, gated: () => gate.promise });

const passing = (Output: unknown) => definition({ A: { Type: 'Pass', Output, End: true } });
const create = (name: string, text: string, more: object = {}) =>
  client.send(new CreateStateMachineCommand({ name, definition: text, roleArn: ROLE, ...more }));
const describeMachine = (stateMachineArn: string) => client.send(new DescribeStateMachineCommand({ stateMachineArn }));
const remove = (stateMachineArn: string) => client.send(new DeleteStateMachineCommand({ stateMachineArn }));
const nameOf = async (promise: Promise<unknown>) => (await refusal(promise)).name;

it('a machine is described as it was created', async () => {
  const { stateMachineArn = '', creationDate } = await create('described', passing(1));
  expect(stateMachineArn).toBe('arn:aws:states:us-east-1:000000000000:stateMachine:described');
  expect(await describeMachine(stateMachineArn)).toMatchObject({
    stateMachineArn,
    name: 'described',
    status: 'ACTIVE',
    type: 'STANDARD',
    roleArn: ROLE,
    definition: passing(1),
    creationDate,
  });
});

it('a machine is described without its definition where that is not asked for', async () => {
  const { stateMachineArn = '' } = await create('metadata', passing(1));
  const command = new DescribeStateMachineCommand({ stateMachineArn, includedData: 'METADATA_ONLY' });
  expect(await client.send(command)).toMatchObject({ name: 'metadata', definition: '{}' });
});

it('a creation is repeated without effect for the same definition, and refused for another', async () => {
  const first = await create('repeated', passing(1));
  const again = await Promise.all([create('repeated', passing(1)), create('repeated', passing(1))]);
  for (const { stateMachineArn, creationDate } of again) {
    expect([stateMachineArn, creationDate]).toEqual([first.stateMachineArn, first.creationDate]);
  }
  expect(await nameOf(create('repeated', passing(2)))).toBe('StateMachineAlreadyExists');
});

it('of two creations at the same time with one name one is refused', async () => {
  const results = await Promise.allSettled([create('raced', passing(1)), create('raced', passing(2))]);
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

it.each([
  ['InvalidName', 'a b', {}],
  ['InvalidName', 'a:b', {}],
  ['InvalidArn', 'role', { roleArn: 'admin' }],
  ['ValidationException', 'express', { type: 'EXPRESS' }],
  ['ValidationException', 'published', { publish: true }],
  ['ValidationException', 'logged', { loggingConfiguration: { level: 'ALL' } }],
] as const)('a creation is refused with %s: %s', async (error, name, more) => {
  expect(await nameOf(create(name, passing(1), more))).toBe(error);
});

it('an update holds for later executions; a running one ends as it began', async () => {
  const gated = definition({ A: call('gated', { Next: 'B' }), B: { Type: 'Pass', Output: 'old', End: true } });
  const { stateMachineArn = '' } = await create('updated', gated);
  const before = await start(stateMachineArn);
  const update = await client.send(new UpdateStateMachineCommand({ stateMachineArn, definition: passing('new') }));
  expect(await describeMachine(stateMachineArn)).toMatchObject({
    definition: passing('new'),
    revisionId: update.revisionId,
  });
  expect(outputOf(await closed(await start(stateMachineArn)))).toBe('new');
  gate.resolve();
  expect(outputOf(await closed(before))).toBe('old');
});

it('an update needs something to change, and a machine', async () => {
  const { stateMachineArn = '' } = await create('unchanged', passing(1));
  expect(await nameOf(client.send(new UpdateStateMachineCommand({ stateMachineArn })))).toBe(
    'MissingRequiredParameter',
  );
  const unknown = { stateMachineArn: `${stateMachineArn}-no`, definition: passing(1) };
  expect(await nameOf(client.send(new UpdateStateMachineCommand(unknown)))).toBe('StateMachineDoesNotExist');
});

it('machines are listed by name, page by page', async () => {
  for (const name of ['list-b', 'list-a', 'list-c']) await create(name, passing(1));
  const names: (string | undefined)[] = [];
  let nextToken: string | undefined;
  do {
    const page = await client.send(new ListStateMachinesCommand({ maxResults: 2, ...(nextToken && { nextToken }) }));
    names.push(...(page.stateMachines ?? []).map(({ name }) => name));
    nextToken = page.nextToken;
  } while (nextToken);
  expect(names).toEqual(names.toSorted());
  expect(names.filter((name) => name?.startsWith('list-'))).toEqual(['list-a', 'list-b', 'list-c']);
});

it('a deleted machine is gone with its history, and its name is free', async () => {
  const { stateMachineArn = '' } = await create('deleted', passing(1));
  const executionArn = await start(stateMachineArn, {}, 'again');
  await closed(executionArn);
  await remove(stateMachineArn);
  expect(await nameOf(describeMachine(stateMachineArn))).toBe('StateMachineDoesNotExist');
  await remove(stateMachineArn);
  await create('deleted', passing(2));
  expect(outputOf(await closed(await start(stateMachineArn, {}, 'again')))).toBe(2);
});

it('a machine with a running execution is DELETING until that ends', async () => {
  const { stateMachineArn = '' } = await create(
    'deleting',
    definition({ W: { Type: 'Wait', Seconds: 600, End: true } }),
  );
  const executionArn = await start(stateMachineArn);
  await remove(stateMachineArn);
  expect((await describeMachine(stateMachineArn)).status).toBe('DELETING');
  expect(await nameOf(client.send(new StartExecutionCommand({ stateMachineArn })))).toBe('StateMachineDeleting');
  expect(await nameOf(create('deleting', passing(1)))).toBe('StateMachineDeleting');
  await client.send(new StopExecutionCommand({ executionArn }));
  await until(async () => (await describeMachine(stateMachineArn).catch((error: Error) => error)) instanceof Error);
  await create('deleting', passing(1));
});
