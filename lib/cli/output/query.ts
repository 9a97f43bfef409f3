import jmespath from 'jmespath';
import { usage } from '#lib/cli/failure.ts';

/** What a JMESPath expression finds in a value. Refuses what is no expression. */
export function queried(value: unknown, expression: string): unknown {
  try {
    return jmespath.search(value, expression);
  } catch (error) {
    throw usage(
      `query: ${error instanceof Error ? error.message : String(error)}`,
      'expressions: https://jmespath.org',
    );
  }
}
