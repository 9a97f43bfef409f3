import type { JsonObject } from '#lib/local/stepfunctions/asl/definition.ts';
import type { Step } from './step.ts';

/** The context object `$states.context` of a state. */
export function contextOf({ run, at }: Step, token: string | undefined): JsonObject {
  const { identity, startedAt } = run;
  return {
    Execution: {
      Id: identity.arn,
      Input: run.input,
      Name: identity.name,
      RoleArn: identity.roleArn,
      StartTime: new Date(startedAt).toISOString(),
      RedriveCount: 0,
    },
    StateMachine: { Id: identity.machineArn, Name: identity.machine },
    State: {
      EnteredTime: new Date(at.enteredAt).toISOString(),
      Name: at.name,
      RetryCount: at.retries.reduce((sum, used) => sum + (used ?? 0), 0),
    },
    ...(token !== undefined && { Task: { Token: token } }),
  };
}
