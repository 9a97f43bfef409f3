import type { Json, JsonObject } from '#lib/local/stepfunctions/asl/definition.ts';
import { asExpression } from '#lib/local/stepfunctions/asl/expression.ts';
import { unlessAborted } from '#lib/local/stepfunctions/clock.ts';
import { StateError } from '#lib/local/stepfunctions/errors.ts';
import { contextOf } from './context.ts';
import { type Exit, record, type Step } from './step.ts';

/** What `$states` has in addition to input and context, and the token of the context object. */
export interface Bindings {
  result?: Json;
  errorOutput?: Json;
  token?: string;
}

interface Found {
  field: string;
  source: string;
  put: (value: Json) => void;
}

/**
 * The fields with every `{% %}` replaced by its value; absent fields stay absent. Throws States.QueryEvaluationError,
 * after an EvaluationFailed event, where one fails or has no value.
 */
export async function evaluate<F extends string>(
  step: Step,
  fields: Record<F, Json | undefined>,
  bindings: Bindings = {},
): Promise<Record<F, Json | undefined>> {
  const found: Found[] = [];
  const values = {} as Record<F, Json | undefined>;
  for (const field of Object.keys(fields) as F[]) {
    const template = fields[field];
    if (template === undefined) continue;
    values[field] = copy(template, field, found, (value) => {
      values[field] = value;
    });
  }
  if (found.length === 0) return values;
  const { jsonata, activity } = step.run.services;
  const job = {
    expressions: found.map(({ field, source }) => ({ field, source })),
    variables: variables(step, bindings),
  };
  const reply = await unlessAborted(activity.track(jsonata.evaluate(job)), step.signal);
  if (!('results' in reply)) {
    throw evaluationError(
      step,
      reply.field,
      `The JSONata expression '${reply.source}' specified for the field '${reply.field}' ${reply.message}`,
    );
  }
  for (const [index, { put }] of found.entries()) put(JSON.parse(reply.results[index] as string) as Json);
  return values;
}

/** A failed evaluation, noted in the history. */
export function evaluationError(step: Step, location: string, reason: string): StateError {
  const error = 'States.QueryEvaluationError';
  const cause = `An error occurred while executing the state '${step.at.name}' (entered at the event id #${step.at.enteredId}). ${reason}`;
  record(step, 'EvaluationFailed', { state: step.at.name, location, error, cause });
  return new StateError(error, cause);
}

/** An exit whose Output and Assign are evaluated with these bindings; without Output it leaves `fallback`. */
export async function exitWith(
  step: Step,
  fields: { Output?: Json; Assign?: JsonObject },
  bindings: Bindings,
  fallback: Json,
  next: string | undefined,
): Promise<Exit> {
  const { Output, Assign } = await evaluate(step, { Output: fields.Output, Assign: fields.Assign }, bindings);
  return { output: Output === undefined ? fallback : Output, assigned: (Assign ?? {}) as JsonObject, next };
}

function variables(step: Step, { token, ...rest }: Bindings): string {
  const states = { input: step.at.input, context: contextOf(step, token), ...rest };
  return JSON.stringify({ ...step.cursor.variables, states });
}

function copy(template: Json, field: string, found: Found[], put: (value: Json) => void): Json {
  if (typeof template === 'string') {
    const source = asExpression(template);
    if (source !== undefined) found.push({ field, source, put });
    return template;
  }
  if (Array.isArray(template)) {
    const list: Json[] = [];
    for (const [index, value] of template.entries()) {
      list.push(
        copy(value, `${field}[${index}]`, found, (result) => {
          list[index] = result;
        }),
      );
    }
    return list;
  }
  if (template === null || typeof template !== 'object') return template;
  const object: JsonObject = {};
  for (const [key, value] of Object.entries(template)) {
    object[key] = copy(value, `${field}/${key}`, found, (result) => {
      object[key] = result;
    });
  }
  return object;
}
