import { createRequire } from 'node:module';
import { ServiceError } from '#lib/local/stepfunctions/errors.ts';
import { asExpression } from './expression.ts';
import { isObject, type Problem } from './place.ts';
import { checkMachine } from './states.ts';

type Validator = (definition: unknown) => {
  errors: { 'Error code': string; Message: string; path?: string; schemaError?: { instancePath: string } }[];
};

const TEMPLATES = new Set(['Arguments', 'Assign', 'Output', 'ItemSelector']);

/** Everything wrong with a definition's text, by place; empty when this engine runs it. */
export function definitionProblems(definition: string): Problem[] {
  try {
    const parsed: unknown = JSON.parse(definition);
    const problems = ownProblems(parsed);
    return problems.length > 0 ? problems : graphProblems(parsed);
  } catch (error) {
    // Malformed, or so deep that the stack ends.
    return [{ path: '', message: `cannot be read: ${(error as Error).message}` }];
  }
}

/** Throws InvalidDefinition, naming each place, for a definition that this engine would not run as AWS does. */
export function checkDefinition(definition: string): void {
  const problems = definitionProblems(definition);
  if (problems.length === 0) return;
  const sentences = problems.slice(0, 10).map(({ path, message }) => `${path || '/'}: ${message}`);
  throw new ServiceError('InvalidDefinition', `Invalid State Machine Definition: ${sentences.join('; ')}`);
}

function ownProblems(parsed: unknown): Problem[] {
  const problems: Problem[] = [];
  checkMachine(parsed, { path: '', problems, variables: new Set(), states: ['input', 'context'], names: new Set() });
  return problems;
}

/** Targets, reachability and ends, as the language's schema validator sees them. */
function graphProblems(parsed: unknown): Problem[] {
  // Loaded when the first definition comes: it compiles its schemas, which takes longer than all else at start.
  const validate = createRequire(import.meta.url)('asl-validator') as Validator;
  return validate(skeleton(parsed)).errors.map((error) => ({
    path: error.schemaError?.instancePath ?? error.path ?? '',
    message: `${error['Error code']}: ${error.Message}`,
  }));
}

/** A copy for the validator, which changes what it is given and refuses texts and templates that AWS takes. */
function skeleton(value: unknown): unknown {
  if (typeof value === 'string') return asExpression(value) === undefined ? value : '{% 1 %}';
  if (Array.isArray(value)) return value.map(skeleton);
  return isObject(value) ? mapMembers(value, (key, member) => bare(key, member)) : value;
}

function bare(key: string, member: unknown): unknown {
  if (key === 'States' && isObject(member)) return mapMembers(member, (_name, state) => skeleton(state));
  if (TEMPLATES.has(key)) return {};
  return key === 'Items' ? [] : skeleton(member);
}

function mapMembers(value: Record<string, unknown>, change: (key: string, member: unknown) => unknown): unknown {
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(key, member)]));
}
