import { join } from 'node:path';
import { awsJson, statesAt } from '#lib/local/aws-json.ts';
import { type StepFunctions, startStepFunctions } from '#lib/local/stepfunctions/start.ts';
import { account, region } from './account.ts';
import { type Deployed, idsOf, propertiesOf } from './deployed.ts';
import { definitionOf, type Machine } from './express.ts';
import type { Lambda } from './functions.ts';

/** The product's own engine, with the stack's state machines as the template defines them, but for express ones. */
export async function startWorkflows(
  deployed: Deployed,
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
  const { template, resolve } = deployed;
  for (const id of idsOf(template, 'AWS::StepFunctions::StateMachine')) {
    const machine = propertiesOf<Machine>(template, id);
    if (machine.StateMachineType === 'EXPRESS') continue;
    const definition = definitionOf(machine, deployed);
    const input = { name: machine.StateMachineName, definition, roleArn: resolve(machine.RoleArn) };
    await awsJson(statesAt(engine.endpoint), 'CreateStateMachine', input);
  }
  return engine;
}
