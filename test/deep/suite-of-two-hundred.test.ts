import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createClient } from '#lib/client/client.ts';
import { startPlatform, type TestPlatform } from '#lib/testing/index.ts';
import { callerOf } from '#test/journeys/testing/suite/caller.ts';
import { cases } from '#test/journeys/testing/suite/cases.ts';

/* A suite of the typed client on the platform, as a user of svc-testing writes one: each test from a reset. */

let svc: TestPlatform;
beforeAll(async () => {
  svc = await startPlatform();
});
afterAll(() => svc?.stop());
beforeEach(() => svc.reset());

test.each(cases)('$name', async ({ run }) => {
  const [client, anonymous] = [await svc.client('ravi@example.com'), createClient({ baseUrl: svc.url })];
  await run(callerOf(client), callerOf(anonymous));
});

test('the suite is as large as it is said to be, and no two tests are one', () => {
  expect(cases.length).toBeGreaterThanOrEqual(200);
  expect(new Set(cases.map(({ name }) => name)).size).toBe(cases.length);
});
