import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { AwsJsonError, awsJson, statesAt } from './aws-json.ts';
import { ACCOUNT, machineArn } from './environment.ts';

/** A workflow: its folder under statemachines/, and its definition as JSON text with the functions' ARNs. */
export interface Machine {
  readonly folder: string;
  readonly definition: string;
}

/** Every statemachines/<folder>/machine.asl.yml under `root`. Throws where a definition names an unknown function. */
export function readMachines(root: string, arnOf: (key: string) => string | undefined): Machine[] {
  const parent = join(root, 'statemachines');
  const folders = existsSync(parent) ? readdirSync(parent).sort() : [];
  return folders
    .map((folder) => ({ folder, file: join(parent, folder, 'machine.asl.yml') }))
    .filter(({ file }) => existsSync(file))
    .map(({ folder, file }) => ({ folder, definition: definitionIn(file, arnOf) }));
}

function definitionIn(file: string, arnOf: (key: string) => string | undefined): string {
  return JSON.stringify(parse(readFileSync(file, 'utf8'))).replace(/\$\{(\w+)\}/g, (_whole, key: string) => {
    const arn = arnOf(key);
    if (arn === undefined) throw new Error(`${file}: there is no function "${key}"`);
    return arn;
  });
}

/** Creates or updates each machine as `<prefix>-<folder>`. Returns the variables that tell functions their ARNs. */
export async function deployMachines(
  endpoint: string,
  prefix: string,
  machines: readonly Machine[],
): Promise<Record<string, string>> {
  const states = statesAt(endpoint);
  const variables: Record<string, string> = {};
  for (const { folder, definition } of machines) {
    const arn = machineArn(`${prefix}-${folder}`);
    const roleArn = `arn:aws:iam::${ACCOUNT}:role/${prefix}-${folder}`;
    const before = await awsJson<{ definition: string }>(states, 'DescribeStateMachine', {
      stateMachineArn: arn,
    }).catch(absent);
    if (before === undefined) {
      await awsJson(states, 'CreateStateMachine', { name: `${prefix}-${folder}`, definition, roleArn });
    } else if (before.definition !== definition) {
      await awsJson(states, 'UpdateStateMachine', { stateMachineArn: arn, definition, roleArn });
    }
    variables[`STATE_MACHINE_${folder.replaceAll('-', '_').toUpperCase()}`] = arn;
  }
  return variables;
}

/** How many executions of these machines are running at the engine at `endpoint`, up to 1,000 of each. */
export async function countRunning(endpoint: string, arns: readonly string[]): Promise<number> {
  const counts = arns.map(async (stateMachineArn) => {
    const input = { stateMachineArn, statusFilter: 'RUNNING', maxResults: 1000 };
    return (await awsJson<{ executions: unknown[] }>(statesAt(endpoint), 'ListExecutions', input)).executions.length;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

function absent(error: unknown): undefined {
  if (!(error instanceof AwsJsonError && error.name === 'StateMachineDoesNotExist')) throw error;
}
