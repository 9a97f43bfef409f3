import { parentPort } from 'node:worker_threads';
import jsonata from 'jsonata';
import { stepFunctions } from './functions.ts';

/** A job from the pool: expressions by their field, and the variables as one JSON text. */
export interface Job {
  expressions: { field: string; source: string }[];
  variables: string;
}

/**
 * The reply: one JSON text for each expression, or the first error. After a `last` reply the worker answers no more.
 */
export type Reply = { results: string[] } | { field: string; source: string; message: string; last?: true };

/** Deeper recursion and longer sequences end in an error instead of exhausting memory. */
const LIMITS = { stack: 256, sequence: 1_000_000 };
const CACHED = 2_000;
const compiled = new Map<string, jsonata.Expression>();

function compile(source: string): jsonata.Expression {
  const known = compiled.get(source);
  if (known) return known;
  const expression = jsonata(source, LIMITS);
  for (const [name, run] of Object.entries(stepFunctions)) {
    expression.registerFunction(name, run as (...args: unknown[]) => unknown);
  }
  if (compiled.size >= CACHED) compiled.clear();
  compiled.set(source, expression);
  return expression;
}

async function evaluate(source: string, variables: Record<string, unknown>): Promise<string> {
  const value: unknown = await compile(source).evaluate(undefined, variables);
  if (value === undefined) throw new Error('returned nothing (undefined).');
  return JSON.stringify(value, refuseFunctions);
}

/** JSONata's functions are objects that include their whole environment. */
function refuseFunctions(_key: string, value: unknown): unknown {
  const { _jsonata_lambda: lambda, _jsonata_function: builtin } = Object(value) as Record<string, unknown>;
  if (lambda || builtin || typeof value === 'function') throw new Error('returned a function.');
  return value;
}

async function answer(job: Job): Promise<Reply> {
  const results: string[] = [];
  for (const { field, source } of job.expressions) {
    try {
      // Parsed again for each expression, so that a transform does not affect the next one.
      results.push(await evaluate(source, JSON.parse(job.variables) as Record<string, unknown>));
    } catch (error) {
      return { field, source, message: describe(error) };
    }
  }
  return { results };
}

/** JSONata throws plain objects with a code; everything else is an Error. */
function describe(error: unknown): string {
  const { code, message } = error as { code?: string; message?: string };
  if (code) return `threw an error during evaluation. ${code}: ${message ?? ''}`;
  return message?.startsWith('returned ') ? message : `threw an error during evaluation. ${message ?? String(error)}`;
}

let last: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (job: Job) => {
  last = last.then(async () => parentPort?.postMessage(await answer(job)));
});
