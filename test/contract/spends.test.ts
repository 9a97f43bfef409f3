import { expect, test } from 'vitest';
import { readRoutes } from '#lib/generate/routes.ts';

/*
 * The routes that a suspended account is refused (contract 3.12) are marked in their definitions and listed in
 * spending-routes.txt.
 */

/** Routes that make something new and are open to a suspended account: those that pay. */
const paying = ['createAutopay', 'createSubscription', 'createTopup'];

test('a route that makes something new spends, except those that pay', async () => {
  // What operators make is of the platform, and of no account.
  const routes = (await readRoutes()).filter(({ path }) => !path.startsWith('/platform/'));
  const open = routes.filter(({ route }) => route.status === 201 && !route.spends);
  expect(open.map(({ key }) => key).sort()).toEqual(paying);
  expect(open.filter(({ path }) => !path.startsWith('/auth/billing/'))).toEqual([]);
});
