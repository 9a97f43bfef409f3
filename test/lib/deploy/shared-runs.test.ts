import { expect, test } from 'vitest';
import { shareRuns } from '#lib/deploy/shared-runs.ts';
import type { Resource, Template } from '#lib/deploy/template.ts';
import { expressWorkflows } from '#test/rehearse/stage/express.ts';

const functions = [
  ['one', { handler: 'one.handler' }],
  ['two', { handler: 'two.handler', runs: 3 }],
  ['three', { handler: 'three.handler', runs: 2 }],
] as const;
const arn = {
  'Fn::Sub': `arn:\${AWS::Partition}:states:\${AWS::Region}:\${AWS::AccountId}:stateMachine:svc-test-shared-runs`,
};
const arnOf = (key: string) => ({ 'Fn::GetAtt': [`Id${key}`, 'Arn'] });
const scheduleOf = (key: string): Resource => ({
  Type: 'AWS::Scheduler::Schedule',
  Properties: { ScheduleExpression: 'rate(1 minute)', Target: { Arn: arnOf(key), RoleArn: 'r' } },
});
const stackOf = (keys: readonly string[]) => {
  const resources = Object.fromEntries(keys.map((key) => [`${key}Schedule`, scheduleOf(key)]));
  const used = functions.filter(([key]) => keys.includes(key));
  const allowed = shareRuns(resources, { stack: 'svc-test', functions: used, idOf: (key) => `Id${key}`, arnOf });
  return { resources, allowed };
};

test('a schedule of several runs starts the workflow that starts all of them; others stay as they are', () => {
  const { resources, allowed } = stackOf(['one', 'two', 'three']);
  expect(allowed).toEqual([{ Effect: 'Allow', Action: 'states:StartExecution', Resource: arn }]);
  expect(resources.oneSchedule).toEqual(scheduleOf('one'));
  for (const key of ['two', 'three']) {
    const { Properties, DependsOn } = resources[`${key}Schedule`] as Resource;
    expect(Properties.Target).toEqual({ Arn: arn, RoleArn: 'r', Input: `{"schedule":"${key}"}` });
    expect(DependsOn).toEqual(['SharedRunsStateMachineRole', 'SharedRunsStateMachine']);
  }
});

test('the workflow calls the function of each schedule once for each part, and waits for none', () => {
  const { resources } = stackOf(['one', 'two', 'three']);
  const { Properties } = resources.SharedRunsStateMachine as Resource;
  expect(Properties).toMatchObject({
    StateMachineType: 'EXPRESS',
    StateMachineName: 'svc-test-shared-runs',
    DefinitionSubstitutions: { two: arnOf('two'), three: arnOf('three') },
  });
  const { States } = JSON.parse(String(Properties.DefinitionString));
  expect(States.Which.Choices).toEqual([
    { Condition: "{% $states.input.schedule = 'two' %}", Next: 'two' },
    { Condition: "{% $states.input.schedule = 'three' %}", Next: 'three' },
  ]);
  expect(States.two).toMatchObject({
    Type: 'Map',
    Items: [
      { run: 0, of: 3 },
      { run: 1, of: 3 },
      { run: 2, of: 3 },
    ],
    End: true,
  });
  expect(States.two.ItemProcessor.States['One of two']).toMatchObject({
    Resource: 'arn:aws:states:::lambda:invoke',
    Arguments: { FunctionName: '${two}', InvocationType: 'Event', Payload: '{% $states.input %}' },
    End: true,
  });
  expect(States.three.Items).toHaveLength(2);
});

test('started by a schedule, it calls the function of that schedule alone, each time with another part', async () => {
  const { resources } = stackOf(['one', 'two', 'three']);
  const called: unknown[] = [];
  const template = { Resources: resources } as Template;
  const resolve = (value: unknown) =>
    Object.fromEntries(Object.keys(value as object).map((key) => [key, `arn of ${key}`]));
  const workflows = expressWorkflows({ template, resolve }, async (name, payload) => void called.push([name, payload]));
  await workflows.get('svc-test-shared-runs')?.({ schedule: 'two' });
  await expect.poll(() => called).toHaveLength(3);
  expect(called).toEqual([
    ['arn of two', { run: 0, of: 3 }],
    ['arn of two', { run: 1, of: 3 }],
    ['arn of two', { run: 2, of: 3 }],
  ]);
  await expect(workflows.get('svc-test-shared-runs')?.({ schedule: 'one' })).rejects.toThrow(
    'no choice for {"schedule":"one"}',
  );
});

test('a stack in which no work is shared has no such workflow', () => {
  const { resources, allowed } = stackOf(['one']);
  expect([resources, allowed]).toEqual([{ oneSchedule: scheduleOf('one') }, []]);
});
