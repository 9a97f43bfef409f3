import { parseSchedule } from '#lib/local/schedules/schedule.ts';
import type { Deployed } from './deployed.ts';
import { idsOf, propertiesOf } from './deployed.ts';
import { expressWorkflows } from './express.ts';
import type { Lambda } from './functions.ts';

interface Schedule {
  readonly ScheduleExpression: string;
  readonly State: string;
  readonly Target: { readonly Arn: unknown; readonly Input?: string };
}

export interface Schedules {
  readonly count: number;
  /** Disables the schedules of a function, by its name. */
  disable(functionName: string): void;
  close(): void;
}

/** What EventBridge Scheduler does with the stack's schedules, at their times on this machine's clock. */
export function startSchedules(deployed: Deployed, lambda: Lambda): Schedules {
  const { template, resolve } = deployed;
  const timers = new Map<string, NodeJS.Timeout>();
  const ids = idsOf(template, 'AWS::Scheduler::Schedule').filter(
    (id) => propertiesOf<Schedule>(template, id).State === 'ENABLED',
  );
  const workflows = expressWorkflows(deployed, (name, payload) => lambda.invoke(name, payload));
  /** Starts the target of a schedule: a function, or a workflow that starts several runs of one. */
  const start = async (arn: string, input: unknown) => {
    const [, name] = /:stateMachine:(.+)$/.exec(arn) ?? [];
    if (name === undefined) return lambda.invoke(arn, input);
    const workflow = workflows.get(name) ?? (() => Promise.reject(new Error('there is no such workflow')));
    return workflow(input).catch((error: Error) => lambda.thrown.push(`${name}: ${error.message}`));
  };
  const plan = (id: string) => {
    const { ScheduleExpression, Target } = propertiesOf<Schedule>(template, id);
    const arn = String(resolve(Target.Arn));
    const next = parseSchedule(ScheduleExpression).next(new Date(Date.now() + 1));
    if (!next) return;
    const run = () => {
      start(arn, JSON.parse(Target.Input ?? '{}')).catch(() => undefined);
      plan(id);
    };
    // Node takes no longer wait than this.
    // biome-ignore lint/plugin: the stage runs schedules as AWS does
    timers.set(id, setTimeout(run, Math.min(next.getTime() - Date.now(), 2 ** 31 - 1)));
  };
  for (const id of ids) plan(id);
  const close = (name = '') => {
    for (const [id, timer] of timers)
      if (String(resolve(propertiesOf<Schedule>(template, id).Target.Arn)).endsWith(name)) clearTimeout(timer);
  };
  return { count: ids.length, disable: (name) => close(`:${name}`), close };
}
