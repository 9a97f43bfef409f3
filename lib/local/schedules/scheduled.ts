import { randomUUID } from 'node:crypto';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { ACCOUNT, REGION } from '#lib/local/environment.ts';
import type { Functions } from '#lib/local/functions.ts';
import { parseSchedule } from './schedule.ts';
import { oneAtATime, type ScheduledTask } from './scheduled-task.ts';

/** A function of serverless.yml with its events. */
export interface ScheduledFunction {
  readonly name: string;
  events?: EventDefinition[];
}

interface EventDefinition {
  schedule?: string | { rate: string | string[]; enabled?: boolean; input?: unknown };
}

/**
 * Removes the `schedule` events from the definitions, and returns them as scheduled tasks, in the definitions' order.
 */
export function takeSchedules(definitions: Record<string, ScheduledFunction>, functions: Functions): ScheduledTask[] {
  const schedules: ScheduledTask[] = [];
  for (const [key, definition] of Object.entries(definitions)) {
    const events = definition.events ?? [];
    for (const { schedule } of events) {
      if (schedule !== undefined) schedules.push(...tasksOf(key, definition.name, schedule, functions));
    }
    definition.events = events.filter(({ schedule }) => schedule === undefined);
  }
  return schedules;
}

/** The keys of the functions that have schedules. */
export const scheduledIn = (definitions: Record<string, ScheduledFunction>): string[] =>
  Object.entries(definitions).flatMap(([key, { events = [] }]) =>
    events.some(({ schedule }) => schedule !== undefined) ? [key] : [],
  );

type Scheduled = NonNullable<EventDefinition['schedule']>;

function tasksOf(key: string, name: string, schedule: Scheduled, functions: Functions): ScheduledTask[] {
  const { rate, enabled = true, input } = typeof schedule === 'string' ? { rate: schedule } : schedule;
  if (!enabled) return [];
  const run = (due: Date) => functions.invoke(name, input ?? scheduledEvent(due));
  return [rate].flat().map((text) => oneAtATime({ name: key, schedule: parseSchedule(text), run }));
}

/** docs.aws.amazon.com/eventbridge/latest/ref/events-ref-scheduled.html */
function scheduledEvent(due: Date): object {
  return {
    version: '0',
    id: randomUUID(),
    'detail-type': 'Scheduled Event',
    source: 'aws.events',
    account: ACCOUNT,
    time: rfc3339(due),
    region: REGION,
    resources: [],
    detail: {},
  };
}
