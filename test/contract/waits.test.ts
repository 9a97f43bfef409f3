import { expect, test } from 'vitest';
import type * as z from 'zod';
import { classOf } from '#lib/deploy/classes.ts';
import { readRoutes, sourceOf } from '#lib/generate/routes.ts';

/*
 * Prefer: wait (contract 1.3) works on every route whose reply can show something under way. The schemas of the replies
 * say which those are.
 */

/** The statuses that pass without another request (contract 3). */
const passing = [
  ...['provisioning', 'stopping', 'starting', 'rebooting', 'restoring', 'terminating'],
  ...['creating', 'attaching', 'detaching', 'deleting', 'updating', 'scaling'],
];

test('a route that changes something and may show it under way waits for it', async () => {
  const changing = (await readRoutes()).filter(({ method }) => method !== 'GET');
  const showing = changing.filter(({ route }) => statusesOf(route.reply).some((one) => passing.includes(String(one))));
  expect(showing.length).toBeGreaterThan(25);
  const deaf = showing.filter(({ route }) => !route.settled).map(({ key }) => key);
  expect(deaf).toEqual([]);
});

test('a deployment knows the routes that may hold their reply by their source, and gives them the time', async () => {
  const routes = await readRoutes();
  const held = routes.filter(({ route }) => route.settled).map(({ key }) => key);
  const events = [{ httpApi: 'GET /any' }];
  const known = routes.filter(({ file }) => {
    const fn = { handler: file, access: [], events };
    return classOf(fn, { source: sourceOf(file), hashes: false }) === 'wait';
  });
  expect(known.map(({ key }) => key)).toEqual(held);
});

/** The values that `status` may have in a reply, or in one of its forms. */
function statusesOf(reply: z.ZodType): unknown[] {
  const { options, shape } = reply._zod.def as { options?: z.ZodType[]; shape?: Record<string, z.ZodType> };
  if (options) return options.flatMap(statusesOf);
  const { values = new Set() } = shape?.status?._zod ?? {};
  return [...values];
}
