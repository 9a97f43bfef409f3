import { globSync } from 'node:fs';
import { expect, test } from 'vitest';
import { root, sourceOf } from '#lib/generate/routes.ts';
import { droppedWrites } from './dropped.ts';

/* A function that returns a Write does nothing by itself: what it returns has to reach a transaction. */

const own = 'test/contract/dropped-writes.test.ts';

/** What the compiler reads in the place of this file: a drop of each kind, and what is none. */
const planted = `
import { putIntent, removeIntent } from '#lib/store/platform/outbox.ts';
import { putQueuedJob } from '#lib/store/compute/jobs.ts';
import { transact, type Write } from '#lib/store/platform/write.ts';
declare const job: Parameters<typeof putQueuedJob>[0];
declare const ids: string[];
const both = (id: string): Write[] => [removeIntent(id)];
const change = (id: string) => ({ id, write: removeIntent(id) });
const nested = (id: string) => ({ id, writes: both(id) });
export async function plant(write: Write | undefined): Promise<void> {
  removeIntent('lost');
  void both('lost');
  await putQueuedJob(job);
  change('lost');
  nested('lost');
  ids.map(removeIntent);
  ids.forEach((id) => removeIntent(id));
  await Promise.all(ids.map(async (id) => removeIntent(id)));
  write ?? removeIntent('lost');
  const kept = [removeIntent('kept'), change('kept').write, ...nested('kept').writes];
  kept.push(await putQueuedJob(job));
  await transact([...kept, ...ids.map((id) => putIntent({ operation: id, machine: 'stop', input: {} }, 0))]);
  await transact([]).then(() => undefined);
}
`;
const lineOf = (text: string) => planted.slice(0, planted.indexOf(text)).split('\n').length;

test('no write is built and dropped, and a drop of any kind is found', () => {
  const isLookedAt = (file: string) => file === own || /^(functions|lib|statemachines)\//.test(file);
  const first = lineOf("removeIntent('lost')");
  const all = Array.from({ length: 9 }, (_, i) => `${own}:${first + i}`);
  expect(droppedWrites(isLookedAt, { [own]: planted }).sort()).toEqual(all.sort());
});

test('in the store no verb names both functions that build a write and functions that write and answer nothing', () => {
  const builds = new Set<string>();
  const acts = new Set<string>();
  for (const text of globSync('lib/store/**/*.ts', { cwd: root }).map(sourceOf)) {
    for (const part of text.split(/^export (?=(?:async )?(?:function|const) )/m).slice(1)) {
      const [, verb = ''] = /(?:function|const) ([a-z]+)/.exec(part) ?? [];
      const [body = ''] = part.split('\n\n');
      if (/\): (?:readonly )?(?:Promise<)?Write\b/.test(body)) builds.add(verb);
      else if (/\): Promise<void>/.test(body)) acts.add(verb);
    }
  }
  expect([builds.size > 20, acts.size > 5]).toEqual([true, true]);
  expect([...acts].filter((verb) => builds.has(verb))).toEqual([]);
});
