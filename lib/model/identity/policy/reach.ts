import { glob, type Matcher } from './glob.ts';
import { isPlatformAction } from './platform-action.ts';

/** What of a statement says which actions it is about. */
interface Said {
  Effect: 'Allow' | 'Deny';
  Action: string | readonly string[];
}

/** Whether a pattern of actions names the actions of operators, by their service itself and not by a wildcard. */
const namesPlatform = (pattern: string): boolean => isPlatformAction(pattern);

/**
 * The actions that a pattern allows; it expects an action in lower case. A wildcard before the colon never allows an
 * action of operators, so that no policy on everything makes an operator (contract 4.13).
 */
export function allowed(pattern: string): Matcher {
  const matches = glob(pattern.toLowerCase());
  return namesPlatform(pattern) ? matches : (action) => !isPlatformAction(action) && matches(action);
}

/** The actions that a pattern denies. A wildcard denies actions of operators as well: it then grants nothing. */
const denied = (pattern: string): Matcher => glob(pattern.toLowerCase());

/** The actions that a pattern of a statement means. */
export const reachOf = (effect: Said['Effect'], pattern: string): Matcher =>
  effect === 'Allow' ? allowed(pattern) : denied(pattern);

/** Whether a document names actions of operators, so that only the root user of an operator's account may use it. */
export const isForOperators = ({ Statement }: { Statement: readonly Said[] }): boolean =>
  Statement.some(({ Action }) => [Action].flat().some(namesPlatform));
