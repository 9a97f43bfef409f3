import { glob, type Matcher } from './glob.ts';
import { isPlatformAction } from './platform-action.ts';

/** The parts of a statement that select actions. */
interface Said {
  Effect: 'Allow' | 'Deny';
  Action: string | readonly string[];
}

/** Whether a pattern of actions names operators' actions explicitly, by their service and not by a wildcard. */
const namesPlatform = (pattern: string): boolean => isPlatformAction(pattern);

/**
 * The actions that a pattern allows. The action must be in lower case. A wildcard before the colon never allows an
 * operators' action, so that no policy for everything makes an operator (contract 4.13).
 */
export function allowed(pattern: string): Matcher {
  const matches = glob(pattern.toLowerCase());
  return namesPlatform(pattern) ? matches : (action) => !isPlatformAction(action) && matches(action);
}

/** The actions that a pattern denies. Here a wildcard includes operators' actions, since that grants nothing. */
const denied = (pattern: string): Matcher => glob(pattern.toLowerCase());

/** The actions that a pattern covers in a statement with this effect. */
export const reachOf = (effect: Said['Effect'], pattern: string): Matcher =>
  effect === 'Allow' ? allowed(pattern) : denied(pattern);

/** Whether a document names operators' actions, so that only the root user of an operator's account may use it. */
export const isForOperators = ({ Statement }: { Statement: readonly Said[] }): boolean =>
  Statement.some(({ Action }) => [Action].flat().some(namesPlatform));
