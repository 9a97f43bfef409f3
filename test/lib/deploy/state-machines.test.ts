import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { deliversLogs } from '#lib/deploy/operations/logs.ts';
import {
  machineArn,
  machineGrant,
  machineResources,
  machineVariable,
  readMachines,
} from '#lib/deploy/state-machines.ts';

const twoTasks = `
StartAt: First
States:
  First: { Type: Task, Resource: 'arn:aws:states:::lambda:invoke', Arguments: { FunctionName: '\${b}' }, Next: Second }
  Second: { Type: Task, Resource: 'arn:aws:states:::lambda:invoke', Arguments: { FunctionName: '\${a}' }, Next: Third }
  Third: { Type: Task, Resource: 'arn:aws:states:::lambda:invoke', Arguments: { FunctionName: '\${b}' }, End: true }
`;

let root: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'svc-machines-'));
  for (const name of ['start-thing', 'launch', 'notes'])
    mkdirSync(join(root, 'statemachines', name), { recursive: true });
  writeFileSync(join(root, 'statemachines/README.md'), '# Workflows\n');
  writeFileSync(join(root, 'statemachines/start-thing/machine.asl.yml'), twoTasks);
  writeFileSync(join(root, 'statemachines/launch/machine.asl.yml'), 'StartAt: A\nStates: { A: { Type: Succeed } }\n');
});

afterAll(() => rmSync(root, { recursive: true }));

test('every folder with a definition is a machine, and it names each function once', () => {
  expect(readMachines(root).map(({ name, functionKeys }) => [name, functionKeys])).toEqual([
    ['launch', []],
    ['start-thing', ['a', 'b']],
  ]);
  expect(readMachines(join(root, 'notes'))).toEqual([]);
});

test('a machine may invoke exactly the functions that it names', () => {
  const [launch, start] = readMachines(root);
  const resources = machineResources(start!, 'svc-dev', (key) => `arn of ${key}`);
  expect(Object.keys(resources)).toEqual(['StartThingStateMachineRole', 'StartThingStateMachine']);
  expect(resources.StartThingStateMachineRole?.Properties.Policies).toMatchObject([
    {
      PolicyDocument: {
        Statement: [{ Action: 'lambda:InvokeFunction', Resource: ['arn of a', 'arn of b'] }, deliversLogs],
      },
    },
  ]);
  expect(resources.StartThingStateMachine?.Properties).toMatchObject({
    StateMachineName: 'svc-dev-start-thing',
    DefinitionSubstitutions: { a: 'arn of a', b: 'arn of b' },
  });
  const none = machineResources(launch!, 'svc-dev', () => undefined);
  expect(none.LaunchStateMachineRole?.Properties.Policies).toMatchObject([
    { PolicyDocument: { Statement: [deliversLogs] } },
  ]);
  expect(none.LaunchStateMachine?.Properties).not.toHaveProperty('DefinitionSubstitutions');
});

test('cfn-lint is told of a timeout that is an expression, and of nothing else', () => {
  const metadata = (definition: string) =>
    machineResources({ name: 'a', definition, functionKeys: [] }, 'svc', () => undefined).AStateMachine?.Metadata;
  expect(metadata('{"TimeoutSeconds":120}')).toBeUndefined();
  expect(metadata('{"TimeoutSeconds":"{% 60 + 60 %}"}')).toEqual({
    'cfn-lint': { config: { ignore_checks: ['E3601'] } },
  });
});

test('a placeholder without a function is refused by file and name', () => {
  const [, start] = readMachines(root);
  expect(() => machineResources(start!, 'svc-dev', (key) => (key === 'a' ? 'arn' : undefined))).toThrow(
    'statemachines/start-thing/machine.asl.yml: there is no function "b"',
  );
});

test('a grant reaches one machine and its executions, by name', () => {
  expect(machineVariable('start-thing')).toBe('STATE_MACHINE_START_THING');
  const [start, describe] = machineGrant('svc-dev', 'launch');
  expect(start).toMatchObject({ Action: 'states:StartExecution', Resource: machineArn('svc-dev', 'launch') });
  expect(JSON.stringify(describe?.Resource)).toMatch(/:execution:svc-dev-launch:\*"/);
});
