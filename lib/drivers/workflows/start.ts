import {
  DescribeExecutionCommand,
  DescribeStateMachineCommand,
  ExecutionAlreadyExists,
  ExecutionDoesNotExist,
  SFNClient,
  StartExecutionCommand,
} from '@aws-sdk/client-sfn';
import { reach } from '#lib/model/platform/endpoint.ts';
import { nameOf, setting, settingOf } from '#lib/model/platform/settings.ts';

let shared: { endpoint: string | undefined; client: SFNClient } | undefined;

/** This process's Step Functions client; AWS_ENDPOINT_URL_SFN names another endpoint. */
export function stepFunctions(): SFNClient {
  const endpoint = setting('AWS_ENDPOINT_URL_SFN');
  if (!shared || shared.endpoint !== endpoint) {
    shared = { endpoint, client: new SFNClient({ maxAttempts: 3, ...reach(endpoint) }) };
  }
  return shared.client;
}

/** The ARN of a state machine, from STATE_MACHINE_<NAME>. Throws where that is not set. */
function machineArn(machine: string): string {
  const arn = settingOf('STATE_MACHINE_<NAME>', machine);
  if (!arn) throw new Error(`${nameOf('STATE_MACHINE_<NAME>', machine)} is not set: it names the state machine`);
  return arn;
}

/**
 * Starts a workflow under the operation's name. A second start has no effect, whether the workflow is running or has
 * ended.
 */
export async function startWorkflow(machine: string, operation: string, input: Record<string, unknown>): Promise<void> {
  try {
    await stepFunctions().send(
      new StartExecutionCommand({
        stateMachineArn: machineArn(machine),
        name: operation,
        input: JSON.stringify(input),
      }),
    );
  } catch (error) {
    if (!(error instanceof ExecutionAlreadyExists)) throw error;
  }
}

/** The status of a workflow, or `absent` where it never started. */
export async function workflowStatus(machine: string, operation: string): Promise<string> {
  const executionArn = `${machineArn(machine).replace(':stateMachine:', ':execution:')}:${operation}`;
  try {
    return (await stepFunctions().send(new DescribeExecutionCommand({ executionArn }))).status ?? 'absent';
  } catch (error) {
    if (error instanceof ExecutionDoesNotExist) return 'absent';
    throw error;
  }
}

/** Checks that the engine has a workflow. Rejects where the engine does not answer or does not have it. */
export async function findWorkflow(machine: string): Promise<void> {
  const stateMachineArn = machineArn(machine);
  await stepFunctions().send(new DescribeStateMachineCommand({ stateMachineArn, includedData: 'METADATA_ONLY' }));
}
