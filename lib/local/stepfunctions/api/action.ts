import type { Engine } from '#lib/local/stepfunctions/engine.ts';
import { ServiceError } from '#lib/local/stepfunctions/errors.ts';
import type { MachineRecord } from '#lib/local/stepfunctions/store/machines.ts';
import type { Parameter, Values } from './parameters.ts';

/** An action of the API: its parameters and its result; throws ServiceError. */
export interface Action {
  parameters: Record<string, Parameter>;
  run(engine: Engine, values: Values): Promise<Record<string, unknown>>;
}

/** An ARN parameter. */
export const ARN: Parameter = { type: 'string', required: true, max: 256 };

/** The machine that an ARN names; throws StateMachineDoesNotExist and InvalidArn. */
export function machineOf(engine: Engine, arn: unknown): MachineRecord {
  const name = engine.arns.machineName(String(arn));
  const machine = name === undefined ? undefined : engine.machines.get(name);
  if (machine) return machine;
  throw new ServiceError('StateMachineDoesNotExist', `State Machine Does Not Exist: '${String(arn)}'`);
}

/** A string parameter, or undefined. */
export function text(value: Values[string]): string | undefined {
  return value === undefined ? undefined : String(value);
}
