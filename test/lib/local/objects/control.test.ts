import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { beforeAll, expect, test } from 'vitest';
import { handler as createKey } from '#functions/auth/access-keys/create.ts';
import { handler as auditLogs } from '#functions/auth/audit-logs/list.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as create } from '#functions/storage/buckets/create.ts';
import { handler as show } from '#functions/storage/buckets/show.ts';
import { apiOf } from '#lib/local/api/api.ts';
import { Routes } from '#lib/local/api/routes.ts';
import { controlOver } from '#lib/local/objects/control.ts';
import type { ControlSender } from '#lib/local/s3/control.ts';
import { outsideAt } from '#lib/model/platform/source.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type Caller, callerOf, expectStatus, newName, newPolicy } from '#test/support/accounts/iam.ts';
import { testObjects } from '#test/support/storage/objects.ts';

let root: Caller;
let sender: ControlSender;

beforeAll(async () => {
  await testObjects();
  const owner = await verified();
  root = callerOf(owner);
  const policy = await newPolicy(owner, { Action: 'storage:CreateBucket' });
  const username = newName('user');
  await expectStatus(201, root(createUser, { body: { username, policy_ids: [policy] } }));
  const key = await expectStatus(201, root(createKey, { params: { username }, body: {} }));
  const { access_key_id: accessKeyId, secret_key: secret } = key;
  sender = { accessKeyId, secret, source: outsideAt('203.0.113.9'), userAgent: 'aws-cli/2.0' };
});
/** The route that creates buckets. */
const routes = new Routes({ createBucket: { events: [{ httpApi: 'POST /storage/buckets' }] } });
const api = apiOf(routes, (_key, event) => create(event as APIGatewayProxyEventV2));
const control = controlOver(api);
const make = (name: string, by = sender) => control({ method: 'POST', path: '', body: { name } }, by);

test('a change is a request of the API, signed by the key of the user, with the address of the client', async () => {
  const name = newName('bucket');
  expect(await make(name)).toEqual({ status: 201, code: '', error: '' });
  await expectStatus(200, root(show, { params: { name } }));
  const { audit_logs } = await expectStatus(200, root(auditLogs, { query: { service: 'storage' } }));
  expect(audit_logs[0]).toMatchObject({
    action: 'storage:CreateBucket',
    status: 201,
    actor: { access_key_id: sender.accessKeyId },
    source_ip: '203.0.113.9',
    user_agent: 'aws-cli/2.0',
  });
});

test('a refusal has its code and its sentence', async () => {
  const name = newName('bucket');
  await make(name);
  const error = `name: bucket "${name}" is already yours`;
  expect(await make(name)).toEqual({ status: 409, code: 'already_exists', error });
  const forged = { ...sender, secret: sender.secret.toLowerCase() };
  expect(await make(newName('bucket'), forged)).toMatchObject({ status: 401, code: 'invalid_signature' });
});

test('an API that fails says so, and that it has no such route', async () => {
  const failing = controlOver(apiOf(routes, () => Promise.reject(new Error('secret'))));
  const reply = await failing({ method: 'POST', path: '', body: {} }, sender);
  expect(reply).toMatchObject({ status: 500, code: 'internal' });
  expect(reply.error).toMatch(/^internal error; quote req-/);
  expect(await control({ method: 'DELETE', path: '/b' }, sender)).toMatchObject({ status: 404, code: 'no_such_route' });
});
