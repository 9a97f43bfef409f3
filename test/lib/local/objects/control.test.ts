import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as createKey } from '#functions/auth/access-keys/create.ts';
import { handler as auditLogs } from '#functions/auth/audit-logs/list.ts';
import { handler as createUser } from '#functions/auth/iam-users/create.ts';
import { handler as create } from '#functions/storage/buckets/create.ts';
import { handler as show } from '#functions/storage/buckets/show.ts';
import { controlOver } from '#lib/local/objects/control.ts';
import type { ControlSender } from '#lib/local/s3/control.ts';
import { type Caller, callerOf, expectStatus, newName, newPolicy } from '#test/support/iam.ts';
import { testObjects } from '#test/support/objects.ts';
import { verified } from '#test/support/verified.ts';

const dir = mkdtempSync(join(tmpdir(), 'svc-control-'));
const socketPath = join(dir, 'api');
const targetKey = 'a key of this test';
let api: Server;
let root: Caller;
let sender: ControlSender;

/** The route that creates buckets, behind an HTTP server, as the functions of a laptop are. */
beforeAll(async () => {
  process.env.SVC_TARGET_KEY = targetKey;
  api = createServer(async (request, response) => {
    const body = (await buffer(request)).toString();
    const http = { method: request.method ?? '', path: request.url ?? '', sourceIp: '127.0.0.1' };
    const event = {
      rawPath: request.url,
      rawQueryString: '',
      headers: request.headers,
      requestContext: { http },
      body,
    };
    const reply = await create(event as unknown as APIGatewayProxyEventV2);
    response.writeHead(reply.statusCode ?? 500, reply.headers as Record<string, string>).end(reply.body);
  });
  await new Promise<void>((done) => api.listen(socketPath, done));
  await testObjects();
  const owner = await verified();
  root = callerOf(owner);
  const policy = await newPolicy(owner, { Action: 'storage:CreateBucket' });
  const username = newName('user');
  await expectStatus(201, root(createUser, { body: { username, policy_ids: [policy] } }));
  const key = await expectStatus(201, root(createKey, { params: { username }, body: {} }));
  const { access_key_id: accessKeyId, secret_key: secret } = key;
  sender = { accessKeyId, secret, sourceIp: '203.0.113.9', userAgent: 'aws-cli/2.0' };
});
afterAll(() => {
  delete process.env.SVC_TARGET_KEY;
  api.close();
  rmSync(dir, { recursive: true, force: true });
});

const control = controlOver({ socketPath, targetKey: () => targetKey });
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

test('an API that does not answer is a 503', async () => {
  const gone = controlOver({ socketPath: join(dir, 'none'), targetKey: () => targetKey });
  expect(await gone({ method: 'DELETE', path: '/b' }, sender)).toEqual({
    status: 503,
    code: 'dependency_unavailable',
    error: 'the API does not answer',
  });
});
