import type { Details, JournalRecord } from '#lib/local/stepfunctions/interpreter/records.ts';
import { timestamp } from './parameters.ts';

/** Details that are JSON in the journal and texts in the API. The first two carry data that can be left out. */
const DATA = ['input', 'output'] as const;

/** A journal record as a history event; without data its inputs and outputs are left out. */
export function eventOf(
  { id, previous, at, type, details }: JournalRecord,
  withData: boolean,
): Record<string, unknown> {
  const event = { id, previousEventId: previous, timestamp: timestamp(at), type };
  return details ? { ...event, [detailsName(type)]: detailsOf(details, withData) } : event;
}

function detailsName(type: string): string {
  if (/State(Entered|Exited)$/.test(type))
    return type.endsWith('Entered') ? 'stateEnteredEventDetails' : 'stateExitedEventDetails';
  return `${type[0]?.toLowerCase()}${type.slice(1)}EventDetails`;
}

function detailsOf(details: Details, withData: boolean): Record<string, unknown> {
  const { parameters, assignedVariables, ...shown } = details as Record<string, unknown> & Details;
  for (const field of DATA) {
    if (shown[field] === undefined) continue;
    shown[`${field}Details`] = { truncated: false };
    if (withData) shown[field] = JSON.stringify(shown[field]) as never;
    else delete shown[field];
  }
  return {
    ...shown,
    ...(parameters !== undefined && { parameters: JSON.stringify(parameters) }),
    ...(assignedVariables && {
      assignedVariables: Object.fromEntries(
        Object.entries(assignedVariables).map(([name, value]) => [name, JSON.stringify(value)]),
      ),
      assignedVariablesDetails: { truncated: false },
    }),
  };
}
