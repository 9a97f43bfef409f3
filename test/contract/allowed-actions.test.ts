import { expect, test } from 'vitest';
import { wordsOf } from '#lib/edge/allowed-actions.ts';
import { exampleIn } from '#lib/edge/openapi/examples.ts';
import { readRoutes } from '#lib/generate/routes.ts';

/*
 * Whatever says `allowed_actions` says it for this caller (contract 1.1): the edge knows the action that each word asks
 * of the caller's policies. A kind that it does not know would show its words to whoever may not act on them.
 */

interface Shown {
  id: string;
  allowed_actions: string[];
}

/** The resources with actions that a reply has, at whatever depth. */
function shownIn(value: unknown): Shown[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(shownIn);
  return 'allowed_actions' in value ? [value as Shown, ...inner] : inner;
}

test('every resource that says what may be done with it is known, with each of its words', async () => {
  const found = new Map<string, Set<string>>();
  for (const { key, route } of await readRoutes()) {
    for (const { id, allowed_actions } of shownIn(exampleIn(key, 'reply', route.reply))) {
      const prefix = route.action?.startsWith('storage:') ? 'bucket' : (id.split('-', 1)[0] ?? '');
      found.set(prefix, new Set([...(found.get(prefix) ?? []), ...allowed_actions]));
    }
  }
  expect([...found.keys()].sort()).toEqual(Object.keys(wordsOf).sort());
  for (const [prefix, words] of found) {
    expect(Object.keys(wordsOf[prefix]?.words ?? {}), prefix).toEqual(expect.arrayContaining([...words]));
  }
});
