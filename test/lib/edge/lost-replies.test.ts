import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { handler as register } from '#functions/auth/sessions/register.ts';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { handler as listVpcs } from '#functions/compute/vpcs/list.ts';
import { ensureTable } from '#lib/local/dynamodb/table.ts';
import { goodPassword, newIp } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { KillingDatabase } from '#test/support/crash/proxy.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { startWorkflows } from '#test/support/platform/workflows.ts';

/** More writes than one request makes. */
const WRITES = [1, 2, 3, 4, 5];

let database: KillingDatabase;
let user: SignedUp;
beforeAll(async () => {
  user = await signedUp();
  database = await KillingDatabase.start();
  await ensureTable(database.engine.endpoint, 'lost');
  Object.assign(process.env, { AWS_ENDPOINT_URL_DYNAMODB: database.endpoint, SVC_TABLE: 'lost' });
  user = await signedUp();
});
afterAll(() => database.stop());

/** Loses the reply to the n-th write from now. The write stands, and its caller gets no answer. */
const loseReply = (n: number) => database.arm(n, 'after', () => database.disarm());

test.each(WRITES)('a sign-up whose table loses the reply to write %i happens once and is told once', async (n) => {
  const request = {
    body: { email: `lost-${n}@example.com`, password: goodPassword },
    headers: { 'idempotency-key': randomUUID() },
    ip: newIp(),
  };
  loseReply(n);
  const first = await call(register, request);
  database.disarm();
  expect(first.status).toBe(201);
  const again = await call(register, request);
  expect(again.body).toEqual(first.body);
  expect(again.headers['idempotent-replayed']).toBe('true');
});

test.each(WRITES)('a creation whose table loses the reply to write %i happens once and is told once', async (n) => {
  const request = { bearer: user.bearer, body: { name: `lost-${n}` }, headers: { 'idempotency-key': randomUUID() } };
  loseReply(n);
  const first = await call(createVpc, request);
  database.disarm();
  // A limit that the lost request has reached is reported as a limit.
  expect([first.status, n]).toEqual([n < 5 ? 201 : 403, n]);
  const again = await call(createVpc, request);
  expect(again.body).toEqual(first.body);
  const { vpcs } = (await call(listVpcs, { bearer: user.bearer })).body;
  expect(vpcs.filter(({ name }: { name: string }) => name === `lost-${n}`)).toHaveLength(n < 5 ? 1 : 0);
});

test('an operation whose commit lost its reply is under way at once, with and without a key', async () => {
  const workflows = await startWorkflows();
  database.forgetful = true;
  try {
    await standInHost();
    for (const headers of [{}, { 'idempotency-key': randomUUID() }]) {
      const instance = await launched(user);
      await putInto(instance, up);
      // The claim of a key is a write before it.
      loseReply('idempotency-key' in headers ? 3 : 2);
      const reply = await call(stop, { bearer: user.bearer, params: { id: instance.id }, headers });
      database.disarm();
      expect(reply).toMatchObject({ status: 200, body: { status: 'stopping' } });
      expect(reply.headers['idempotent-replayed']).toBeUndefined();
      const asked = () =>
        workflows.calls.filter(({ name, payload }) => name === 'stopShutDown' && payload.instance_id === instance.id);
      await expect.poll(() => asked().length).toBeGreaterThan(0);
    }
  } finally {
    database.forgetful = false;
    await workflows.close();
  }
});
