import { ServiceError } from '#lib/local/stepfunctions/errors.ts';
export interface Problem {
  path: string;
  message: string;
}
export function definitionProblems(text: string): Problem[] {
  JSON.parse(text);
  return [];
}
export function checkDefinition(text: string): void {
  if (definitionProblems(text).length) throw new ServiceError('InvalidDefinition', 'x');
}
