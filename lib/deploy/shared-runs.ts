import type { FunctionConfig } from './framework.ts';
import { sharesOf } from './schedules.ts';
import { machineArn, machineResources } from './state-machines.ts';
import { type Resource, referred, type Statement } from './template.ts';

/** The state machine, as in the names of those of workflows. */
const name = 'shared-runs';

interface Parts {
  readonly stack: string;
  readonly functions: readonly (readonly [key: string, FunctionConfig])[];
  /** The logical id of a function. */
  readonly idOf: (key: string) => string;
  readonly arnOf: (key: string) => unknown;
}

/**
 * Has each schedule with `runs` start all of its runs at one time. A schedule has one target: an express workflow that
 * invokes the function once for each part of the work, and waits for none. Answers what the scheduler may then start
 * beside functions. A schedule for each run would be a resource each, of which a stack may have 500.
 */
export function shareRuns(resources: Record<string, Resource>, { stack, functions, idOf, arnOf }: Parts): Statement[] {
  const shared = functions.flatMap(([key, { runs = 1 }]) => (runs > 1 ? [{ key, runs }] : []));
  if (shared.length === 0) return [];
  const machine = {
    name,
    definition: JSON.stringify(definitionOf(shared)),
    functionKeys: shared.map(({ key }) => key),
  };
  const made = machineResources(machine, stack, arnOf);
  for (const { Type, Properties } of Object.values(made))
    if (Type === 'AWS::StepFunctions::StateMachine') Properties.StateMachineType = 'EXPRESS';
  Object.assign(resources, made);
  const keyOf = new Map(shared.map(({ key }) => [idOf(key), key]));
  for (const schedule of Object.values(resources)) {
    if (schedule.Type !== 'AWS::Scheduler::Schedule') continue;
    const target = schedule.Properties.Target as Record<string, unknown>;
    const key = keyOf.get(referred(target.Arn) ?? '');
    if (key === undefined) continue;
    Object.assign(target, { Arn: machineArn(stack, name), Input: JSON.stringify({ schedule: key }) });
    schedule.DependsOn = Object.keys(made);
  }
  return [{ Effect: 'Allow', Action: 'states:StartExecution', Resource: machineArn(stack, name) }];
}

/** By the schedule that has started it, a call of the function for each run. */
const definitionOf = (shared: readonly { key: string; runs: number }[]) => ({
  QueryLanguage: 'JSONata',
  StartAt: 'Which',
  States: {
    Which: {
      Type: 'Choice',
      Choices: shared.map(({ key }) => ({ Condition: `{% $states.input.schedule = '${key}' %}`, Next: key })),
    },
    ...Object.fromEntries(shared.map(({ key, runs }) => [key, allOf(key, runs)])),
  },
});

const allOf = (key: string, runs: number) => ({
  Type: 'Map',
  Items: sharesOf(runs),
  ItemProcessor: {
    ProcessorConfig: { Mode: 'INLINE' },
    StartAt: `One of ${key}`,
    States: {
      [`One of ${key}`]: {
        Type: 'Task',
        Resource: 'arn:aws:states:::lambda:invoke',
        Arguments: { FunctionName: `\${${key}}`, InvocationType: 'Event', Payload: '{% $states.input %}' },
        // Lambda itself tries again what a function fails. This is for a call that is not accepted.
        Retry: [{ ErrorEquals: ['States.ALL'], IntervalSeconds: 2, MaxAttempts: 4, BackoffRate: 2 }],
        End: true,
      },
    },
  },
  End: true,
});
