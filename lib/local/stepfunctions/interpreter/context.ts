import type { Json, JsonObject } from '#lib/local/stepfunctions/asl/definition.ts';
import type { Cursor } from './cursor.ts';
import type { Step } from './step.ts';

/** A Map's item, as the context object shows it. */
export interface Item {
  index: number;
  value: Json;
}

/** The context object `$states.context` of a state. */
export function contextOf({ run, cursor, at }: Step, token: string | undefined, item = itemOf(cursor)): JsonObject {
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
    ...(item && { Map: { Item: { Index: item.index, Value: item.value } } }),
  };
}

/** The innermost item around a scope, if it is inside a Map. */
function itemOf(cursor: Cursor): Item | undefined {
  const { parent, index } = cursor;
  if (!parent?.at) return undefined;
  const { attempt, name } = parent.at;
  const inMap = attempt?.kind === 'branches' && parent.graph.States[name]?.Type === 'Map';
  return inMap ? { index, value: attempt.inputs[index] ?? null } : itemOf(parent);
}
