import type { StateFailure } from './records.ts';

/** The bare name in a FunctionName: a name, a name:qualifier, a partial ARN or an ARN. */
export function functionName(text: string): string {
  const marker = text.lastIndexOf('function:');
  const rest = marker < 0 ? text : text.slice(marker + 'function:'.length);
  return rest.split(':')[0] ?? rest;
}

/** What Lambda reports for a thrown value: its class name as the error, `{errorType, errorMessage}` as the cause. */
export function lambdaFailure(thrown: unknown): StateFailure {
  const isError = thrown instanceof Error || (typeof thrown === 'object' && thrown !== null && 'name' in thrown);
  const { name, message } = isError ? (thrown as Error) : { name: typeof thrown, message: String(thrown) };
  const errorType = typeof name === 'string' && name !== '' ? name : 'Error';
  return { error: errorType, cause: JSON.stringify({ errorType, errorMessage: String(message ?? '') }) };
}
