import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import type { Handler } from '#lib/edge/route.ts';
import { type DeployedRoute, readRoutes, root } from '#lib/generate/routes.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { iamBearer, joined } from '#test/support/accounts/teams.ts';

/* As contract 4.9 has it, every POST, PUT, PATCH and DELETE that passed authentication is logged, however it ended. */

let mutations: DeployedRoute[];
let reads: DeployedRoute[];
let owner: SignedUp;
beforeAll(async () => {
  await signedUp();
  owner = await verified();
  const routes = (await readRoutes()).filter(({ route }) => !route.public);
  const isRead = ({ method }: DeployedRoute) => method === 'GET';
  reads = routes.filter(isRead);
  mutations = routes.filter((one) => !isRead(one));
});

const handlerOf = async ({ file }: DeployedRoute): Promise<Handler> =>
  (await import(pathToFileURL(join(root, file)).href)).handler;

/** An id that nothing has, in every place of the path. */
const paramsOf = ({ path }: DeployedRoute) =>
  Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, 'no-such-thing']));

/** What the log has of one request that is sent with a secret in its body and its query. */
async function traceOf(route: DeployedRoute, bearer: string) {
  const reply = await call(await handlerOf(route), {
    bearer,
    ip: newIp(),
    params: paramsOf(route),
    query: { 'secret-name': 'secret-value' },
    ...(route.method !== 'GET' && { body: { 'secret-name': 'secret-value' } }),
  });
  const entries = await auditOf(owner.account_id);
  const own = entries.filter(({ request_id }) => request_id === reply.headers['x-request-id']);
  expect(JSON.stringify(own)).not.toMatch(/secret-(name|value)/);
  return { key: route.key, entries: own.map(({ method, status, actor }) => [method, status, actor.type]), reply };
}

test('a request of the owner that fails is logged, with who and how it ended', async () => {
  expect(mutations.length).toBeGreaterThan(20);
  for (const route of mutations) {
    const { key, entries, reply } = await traceOf(route, owner.bearer);
    expect({ key, failed: reply.status >= 400 }).toEqual({ key, failed: true });
    expect({ key, entries }).toEqual({ key, entries: [[route.method, reply.status, 'root']] });
  }
});

test('so is what a member or an IAM user tries in vain', async () => {
  const { bearer: member } = await joined(owner, 'viewer');
  const { bearer: iam } = await iamBearer(owner.account_id, [{ Effect: 'Deny', Action: '*', Resource: '*' }]);
  for (const route of mutations) {
    for (const [type, bearer] of Object.entries({ member, iam })) {
      const { key, entries, reply } = await traceOf(route, bearer);
      expect({ key, entries }).toEqual({ key, entries: [[route.method, reply.status, type]] });
    }
  }
});

test('reads are not', async () => {
  for (const route of reads) {
    const { key, entries } = await traceOf(route, owner.bearer);
    expect({ key, entries }).toEqual({ key, entries: [] });
  }
});
