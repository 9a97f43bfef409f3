import type { TaskAttempt } from './cursor.ts';
import type { Details } from './records.ts';
import type { Execution } from './step.ts';

/** Resource fields that every task event shows. */
export function resourceOf(attempt: TaskAttempt): Details {
  return { resourceType: 'lambda', resource: attempt.token === undefined ? 'invoke' : 'invoke.waitForTaskToken' };
}

/** The attempt that waits for this token, if there is one. */
function pendingAttempt(run: Execution, token: string): TaskAttempt | undefined {
  const attempt = run.closing ? undefined : run.cursor.at?.attempt;
  return attempt?.kind === 'task' && attempt.token === token && !attempt.outcome ? attempt : undefined;
}

/** Ends the attempt that waits for this token; durable once it resolves. False where no attempt waits for it. */
export async function answer(run: Execution, token: string, type: string, details: Details): Promise<boolean> {
  const pending = pendingAttempt(run, token);
  if (!pending) return false;
  run.append(type, { ...resourceOf(pending), ...details });
  pending.wake?.();
  await run.durable();
  return true;
}

/** Restarts the heartbeat window. False where no attempt waits for the token. */
export function beat(run: Execution, token: string): boolean {
  const pending = pendingAttempt(run, token);
  if (pending) pending.beatAt = Date.now();
  return pending !== undefined;
}

/** The contents of a token: the execution that waits for it. */
export interface TokenOwner {
  machine: string;
  name: string;
}

/** A token for one attempt: the execution it belongs to and a secret of its own. */
export function sealToken({ machine, name }: TokenOwner, secret: Buffer): string {
  return Buffer.from(JSON.stringify([machine, name, secret.toString('base64url')])).toString('base64url');
}

/** The execution that a token names; undefined where the text is not a token. */
export function openToken(token: string): TokenOwner | undefined {
  try {
    const parts = JSON.parse(Buffer.from(token, 'base64url').toString('utf8')) as unknown;
    if (!Array.isArray(parts) || parts.length !== 3 || !parts.every((part) => typeof part === 'string'))
      return undefined;
    return { machine: parts[0] as string, name: parts[1] as string };
  } catch {
    return undefined;
  }
}
