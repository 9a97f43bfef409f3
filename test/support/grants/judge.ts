import type { Granted } from './granted.ts';

/**
 * Grants that other tests hold: to what functions load (test/contract/access.test.ts), and to the stack, whose readers
 * of the stream have the role of their function (services.ts).
 */
const heldElsewhere = new Set(['keys:sign', 'mail:send', 'table:stream']);

/**
 * What is wrong, in lines, by the recorded ones (recorder.ts): calls that were refused; and after a run of all tests,
 * grants that no call needed.
 */
export function judged({ functions, grants }: Granted, recorded: ReadonlySet<string>, whole: boolean): string[] {
  const refused = [...recorded].filter((line) => line.split(' ')[1] === 'refused');
  if (!whole) return refused;
  const declared = Object.values(functions).flatMap(({ key, access, isRoute }) =>
    access.filter((grant) => grants[grant] && !isHeld(grant, isRoute)).map((grant) => `${key} ${grant}`),
  );
  const unused = declared.filter((line) => !recorded.has(line));
  return [...refused, ...unused.map((line) => `${line}: no call needs it`)].sort();
}

/** Routes that look at credentials have the keys whatever their tests do: a verified token is remembered. */
const isHeld = (grant: string, isRoute: boolean) => heldElsewhere.has(grant) || (isRoute && grant === 'keys:use');
