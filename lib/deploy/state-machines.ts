import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { deliversLogs, workflowLogs } from './operations/logs.ts';
import { role } from './roles.ts';
import { DeployError, pascal, type Resource, type Statement } from './template.ts';

/** One workflow: its folder's name, its definition (JSON text) and the functions it calls, by their key. */
export interface Machine {
  name: string;
  definition: string;
  functionKeys: string[];
}

/** Every statemachines/<name>/machine.asl.yml below `root`, in order of name. */
export function readMachines(root: string): Machine[] {
  const folder = join(root, 'statemachines');
  const folders = entries(folder).filter((name) => entries(join(folder, name)).includes('machine.asl.yml'));
  return folders.sort().map((name) => {
    const definition = JSON.stringify(parse(readFileSync(join(folder, name, 'machine.asl.yml'), 'utf8')));
    const functionKeys = [...new Set([...definition.matchAll(/\$\{(\w+)\}/g)].map((match) => match[1] ?? ''))].sort();
    return { name, definition, functionKeys };
  });
}

function entries(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

/** The variable that tells a function a machine's ARN. */
export const machineVariable = (name: string) => `STATE_MACHINE_${name.replaceAll('-', '_').toUpperCase()}`;

/** A machine's ARN by name, not by Ref, so that a task may start another machine without a cycle in the stack. */
export const machineArn = (stack: string, name: string) => ({
  'Fn::Sub': `arn:\${AWS::Partition}:states:\${AWS::Region}:\${AWS::AccountId}:stateMachine:${stack}-${name}`,
});

/** What `sfn:<name>` allows: to start that machine and to read the status of its executions. */
export function machineGrant(stack: string, name: string): Statement[] {
  const executions = `arn:\${AWS::Partition}:states:\${AWS::Region}:\${AWS::AccountId}:execution:${stack}-${name}:*`;
  return [
    { Effect: 'Allow', Action: 'states:StartExecution', Resource: machineArn(stack, name) },
    { Effect: 'Allow', Action: 'states:DescribeExecution', Resource: { 'Fn::Sub': executions } },
  ];
}

/** cfn-lint expects numbers, although JSONata states may compute seconds by an expression. */
const lintMistakesExpressions = { 'cfn-lint': { config: { ignore_checks: ['E3601'] } } };

/**
 * The machine and its role, which may invoke exactly the functions that the definition names. `arn` returns the ARN of
 * a function by its key; where it returns undefined, DeployError is thrown.
 */
export function machineResources(
  { name, definition, functionKeys }: Machine,
  stack: string,
  arn: (functionKey: string) => unknown,
): Record<string, Resource> {
  const arns = Object.fromEntries(functionKeys.map((key) => [key, arn(key)]));
  const unknown = functionKeys.find((key) => arns[key] === undefined);
  if (unknown) throw new DeployError(`statemachines/${name}/machine.asl.yml: there is no function "${unknown}"`);
  const id = `${pascal(name)}StateMachine`;
  const invoke: Statement = { Effect: 'Allow', Action: 'lambda:InvokeFunction', Resource: Object.values(arns) };
  return {
    [`${id}Role`]: role('states', [...(functionKeys.length > 0 ? [invoke] : []), deliversLogs]),
    [id]: {
      Type: 'AWS::StepFunctions::StateMachine',
      ...(/"(Timeout|Heartbeat)Seconds":"\{%/.test(definition) && { Metadata: lintMistakesExpressions }),
      Properties: {
        StateMachineName: `${stack}-${name}`,
        StateMachineType: 'STANDARD',
        RoleArn: { 'Fn::GetAtt': [`${id}Role`, 'Arn'] },
        LoggingConfiguration: workflowLogs,
        DefinitionString: definition,
        ...(functionKeys.length > 0 && { DefinitionSubstitutions: arns }),
      },
    },
  };
}
