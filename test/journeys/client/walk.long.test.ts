import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#lib/client/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { type Bill, billOfAnHour } from './walk/bill.ts';
import type { Document } from './walk/document.ts';
import { cascades, notAccepted, oneRow } from './walk/expected.ts';
import { filterFaults, optionFaults, type Walked, walked } from './walk/lists.ts';
import { People } from './walk/people.ts';
import { Story } from './walk/story.ts';
import { Walker } from './walk/walker.ts';

/*
 * A client that knows the OpenAPI document alone walks over every route: it sends each example as it is printed, but
 * for ids, tokens and keys, which are those that it got; it tries what can be tried, and compares with what then
 * happens; it pages each list to its end. What people know is in walk/people.ts, what cannot be walked in
 * walk/expected.ts.
 */

let platform: RunningPlatform;
let walker: Walker;
let story: Story;
let bill: Bill;
const lists: Walked[] = [];
const faults: string[] = [];

beforeAll(async () => {
  platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0', SVC_LIMITS: 'off' } });
  const { baseUrl } = platform;
  const open = createClient({ baseUrl });
  const document = (await open.getOpenapi()) as unknown as Document;
  walker = new Walker(open, document);
  story = new Story(walker, new People(baseUrl, walker));
  await story.open();
  await story.live();
  for (const route of walker.routes.filter(({ id, method }) => method === 'GET' && walker.accepted.has(id))) {
    faults.push(...(await optionFaults(walker, route)));
    if (!route.items) continue;
    for (const limit of [1, 2]) lists.push(await walked(walker, route, limit));
    faults.push(...(await filterFaults(walker, route)));
  }
  bill = await billOfAnHour(walker, baseUrl);
  await story.leave();
}, 600_000);
afterAll(() => platform?.stop());

test('every operation takes its example, but for those of which is said why not', () => {
  const refused = [...walker.refused].map(([operation, { code, message }]) => [operation, `${code}: ${message}`]);
  expect(Object.fromEntries(refused)).toEqual(
    Object.fromEntries(Object.entries(notAccepted).map(([operation, { refusal }]) => [operation, refusal])),
  );
  const visited = [...walker.accepted, ...Object.keys(notAccepted)];
  expect(visited.sort()).toEqual(walker.routes.map(({ id }) => id).sort());
});

test('every reply and every refusal is one that the document describes', () => {
  expect([...walker.faults]).toEqual([]);
});

test('every dry run told whether it would be done, what it would cost, and what would become of what else', () => {
  // What an account costs is rounded as a whole, what one thing costs by itself.
  const wrong = story.trials.filter(
    ({ tried, real, told, became, faults: untold }) =>
      tried !== real || Math.abs(told - became) > 1 || untold.length > 0,
  );
  expect(wrong).toEqual([]);
  const done = story.trials.filter(({ real }) => real === 'accepted');
  const operations = new Set(done.map(({ operation }) => operation));
  expect([...operations].sort()).toEqual(walker.routes.flatMap(({ id, tried }) => (tried ? [id] : [])).sort());
  expect(new Set(done.filter(({ told }) => told !== 0).map(({ operation }) => operation)).size).toBeGreaterThan(12);
  const effects = new Set(
    done.flatMap(({ operation, effects: all }) => all.map((effect) => `${operation}: ${effect}`)),
  );
  expect(cascades.filter((effect) => !effects.has(effect))).toEqual([]);
});

test('an hour costs what the account is told', () => {
  // Fractions of a paisa are carried, for each thing by itself.
  expect(bill.charged).toBeGreaterThan(Math.min(...bill.told) - 10);
  expect(bill.charged).toBeLessThan(Math.max(...bill.told) + 10);
  expect(Math.min(...bill.told)).toBeGreaterThan(500);
});

test('every list has the same rows in the same order, however small its pages', () => {
  expect(lists.filter(({ whole, paged }) => String(whole) !== String(paged))).toEqual([]);
  const wrong = lists.filter(
    ({ limit, whole, sizes }) => Math.max(...sizes) > limit || sizes.length < Math.ceil(whole.length / limit),
  );
  expect(wrong).toEqual([]);
  const short = new Set(lists.filter(({ whole }) => whole.length < 2).map(({ operation }) => operation));
  expect([...short].sort()).toEqual(Object.keys(oneRow).sort());
});

test('every filter and option of a read is taken as the document has it', () => {
  expect(faults).toEqual([]);
});
