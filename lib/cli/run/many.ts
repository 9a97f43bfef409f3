import { type FailedThing, SeveralFailed, usage } from '#lib/cli/failure.ts';
import { Lanes } from '#lib/cli/objects/lanes.ts';
import type { Command } from '#lib/cli/table/types.ts';
import { readInput } from './ask.ts';
import { confirmed } from './confirm.ts';
import type { How } from './how.ts';
import { answer, perform, request, showPlan } from './one.ts';
import { prepare, type Written } from './request.ts';
import type { Session } from './session.ts';

/** How many things a command works on at a time. */
const lanes = 8;

/** The words of a command line, each once; `-` stands for those on standard input. */
async function spelledOut(given: Written['words']): Promise<string[]> {
  const words = given.filter((word) => word !== undefined);
  const input = words.includes('-') ? (await readInput()).split(/\s+/).filter(Boolean) : [];
  return [...new Set(words.flatMap((word) => (word === '-' ? input : [word])))];
}

/**
 * Runs one command for each of several things: names first, then one question for all, then the requests. What fails
 * stops nothing else; the failures come at the end.
 */
export async function runMany(session: Session, command: Command, written: Written, how: How): Promise<void> {
  if (how.ifMatch !== undefined) throw usage(`--if-match: is for one ${command.noun} at a time`);
  if (how.idempotencyKey !== undefined) throw usage(`--idempotency-key: is for one ${command.noun} at a time`);
  const failures: FailedThing[] = [];
  const words = await spelledOut(written.words);
  const found = await settled(
    words.map((word) => ({ word })),
    failures,
    async ({ word }) => {
      const prepared = await prepare(session, command, { ...written, words: [word] });
      return { word, prepared, removedTags: written.removeTags ?? [] };
    },
  );
  const ids = found.map(({ prepared }) => prepared.named[0]?.id);
  const tasks = found.filter((_, at) => ids.indexOf(ids[at]) === at);
  if (tasks.length > 0) {
    if (!how.dryRun)
      await confirmed(
        session,
        command,
        tasks.map(({ prepared }) => prepared),
      );
    const work = how.dryRun ? request : perform;
    const replies = await settled(tasks, failures, (task) => work(session, command, task, how));
    const bodies = replies.map(({ body }) => body);
    await (how.dryRun ? showPlan(session, bodies) : answer(session, command, bodies));
  }
  if (failures.length > 0) throw new SeveralFailed(failures, words.length);
}

/** What the work makes of each thing, in their order; what fails is put with the failures. */
async function settled<T extends { readonly word: string }, R>(
  things: readonly T[],
  failures: FailedThing[],
  work: (thing: T) => Promise<R>,
): Promise<R[]> {
  const free = new Lanes(lanes);
  const done = await Promise.allSettled(things.map((thing) => free.run(() => work(thing))));
  return things.flatMap(({ word }, at) => {
    const one = done[at];
    if (one?.status === 'fulfilled') return [one.value];
    failures.push({ word, error: one?.reason });
    return [];
  });
}
