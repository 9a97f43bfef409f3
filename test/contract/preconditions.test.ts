import { beforeAll, describe, expect, test } from 'vitest';
import { type DeployedRoute, readRoutes } from '#lib/generate/routes.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { state } from '#test/support/table/state.ts';
import { type Belongings, belongingsOf, kindsOf } from './belongings.ts';
import { bodyOf, handlerOf, queryOf } from './samples.ts';

/*
 * If-Match (contract 1.3): a request that changes something is 412 where its If-Match names no present version, and has
 * then done nothing; also where what it changes has no version, so that no tag can match. Which routes compare is
 * marked in their definitions (`versioned`), and a verb that compares without the mark fails.
 */

/** Routes that refuse these requests for another reason first, which has an error of its own. */
const refused: Record<string, number> = {
  acceptInvite: 404,
  completeMultipartUpload: 409,
  createAutopay: 409,
  createConsoleTicket: 409,
  createSubscription: 409,
  deleteInstanceSnapshot: 404,
  disableMfa: 409,
  enableMfa: 409,
  resendVerification: 409,
  restoreSnapshot: 404,
  simulatePolicy: 404,
  switchAccount: 404,
};

let routes: DeployedRoute[];
let owner: SignedUp;
let mine: Belongings;
beforeAll(async () => {
  routes = (await readRoutes()).filter(
    ({ method, path, route }) => method !== 'GET' && !route.public && !path.startsWith('/platform/'),
  );
  owner = await verified();
  await standInHost();
  mine = await belongingsOf(owner);
  // What these have is neither in a path nor a thing of its own.
  const made = ['addUserToGroup', 'attachGroupPolicy', 'attachUserPolicy', 'createAutopay', 'createSubscription'];
  for (const key of made) {
    const one = routes.find((route) => route.key === key) as DeployedRoute;
    expect([key, (await ask(one, {}, {})).status]).toEqual([key, one.route.status ?? 200]);
  }
});

const stale = { 'if-match': '"v999"' };

async function ask(one: DeployedRoute, query: Record<string, string> = {}, headers: Record<string, string> = stale) {
  const { method, path } = one;
  const params = Object.fromEntries(kindsOf(path).map(([name, kind]) => [name, mine[kind] ?? '']));
  const request = { params, query: { ...queryOf(one), ...query }, body: bodyOf(one), headers };
  return call(await handlerOf(one), { bearer: owner.bearer, method, path, ...request });
}

describe('every route that changes something, with a stale If-Match', () => {
  test('is refused, and changes nothing', async () => {
    const others: Record<string, number> = {};
    const before = await state();
    for (const one of routes) {
      const { status, headers, body } = await ask(one);
      if (status !== 412) {
        others[one.key] = status;
        continue;
      }
      const compared = /^If-Match: "v999" is not the current version \("v\d+"\)$/.test(body.error);
      const unversioned = body.error === 'If-Match: "v999" matches nothing: this resource has no ETag';
      expect({ key: one.key, code: headers['x-error-code'], compared, unversioned }).toEqual({
        key: one.key,
        code: 'precondition_failed',
        compared: one.route.versioned === true,
        unversioned: !one.route.versioned,
      });
    }
    expect(others).toEqual(refused);
    expect(await state()).toEqual(before);
  });

  test('and so is its dry run', async () => {
    for (const one of routes.filter(({ route }) => route.dryRun)) {
      const { status } = await ask(one, { dry_run: 'true' });
      expect([one.key, status]).toEqual([one.key, refused[one.key] ?? 412]);
    }
  });
});
