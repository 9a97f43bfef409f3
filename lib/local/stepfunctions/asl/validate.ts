import { ServiceError } from '#lib/local/stepfunctions/errors.ts';
import type { Problem } from './place.ts';
import { checkMachine } from './states.ts';

/** Everything that is wrong with a definition's text, by place; empty where this engine can run it. */
export function definitionProblems(definition: string): Problem[] {
  const problems: Problem[] = [];
  const place = {
    path: '',
    problems,
    variables: new Set<string>(),
    states: ['input', 'context'],
  };
  try {
    checkMachine(JSON.parse(definition), place);
  } catch (error) {
    // Malformed JSON, or nesting that exceeds the stack.
    return [{ path: '', message: `cannot be read: ${(error as Error).message}` }];
  }
  return problems;
}

/** Throws InvalidDefinition, which names each place, for a definition that this engine would not run as AWS does. */
export function checkDefinition(definition: string): void {
  const problems = definitionProblems(definition);
  if (problems.length === 0) return;
  const sentences = problems.slice(0, 10).map(({ path, message }) => `${path || '/'}: ${message}`);
  throw new ServiceError('InvalidDefinition', `Invalid State Machine Definition: ${sentences.join('; ')}`);
}
