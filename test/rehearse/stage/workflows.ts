import { join } from 'node:path';
import { awsJson, statesAt } from '#lib/local/aws-json.ts';
import { type StepFunctions, startStepFunctions } from '#lib/local/stepfunctions/start.ts';
import { account, region } from './account.ts';
import { type Deployed, idsOf, propertiesOf } from './deployed.ts';
import type { Lambda } from './functions.ts';

interface Machine {
  readonly StateMachineName: string;
  readonly DefinitionString: string;
  readonly DefinitionSubstitutions?: Readonly<Record<string, unknown>>;
  readonly RoleArn: unknown;
}

/** The product's own engine, with the stack's state machines as the template defines them. */
export async function startWorkflows(
  { template, resolve }: Deployed,
  dir: string,
  invoke: Lambda['invoke'],
): Promise<StepFunctions> {
  const engine = await startStepFunctions({
    dir: join(dir, 'workflows'),
    socketPath: join(dir, 'states'),
    region,
    accountId: account,
    invoke,
  });
  for (const id of idsOf(template, 'AWS::StepFunctions::StateMachine')) {
    const machine = propertiesOf<Machine>(template, id);
    const arns = resolve(machine.DefinitionSubstitutions ?? {}) as Record<string, string>;
    const definition = machine.DefinitionString.replace(/\$\{(\w+)\}/g, (whole, key: string) => arns[key] ?? whole);
    const input = { name: machine.StateMachineName, definition, roleArn: resolve(machine.RoleArn) };
    await awsJson(statesAt(engine.endpoint), 'CreateStateMachine', input);
  }
  return engine;
}
