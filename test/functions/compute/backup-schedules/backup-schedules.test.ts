import { beforeAll, describe, expect, test } from 'vitest';
import { handler as remove } from '#functions/compute/backup-schedules/delete.ts';
import { handler as put } from '#functions/compute/backup-schedules/put.ts';
import { handler as show } from '#functions/compute/backup-schedules/show.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';

let owner: SignedUp;
let instance: Instance;
beforeAll(async () => {
  owner = await signedUp();
  await standInHost();
  instance = await launched(owner);
});

const ask = (handler: typeof put, body?: object, more: object = {}) =>
  call(handler, { bearer: owner.bearer, params: { id: instance.id }, ...(body && { body }), ...more });

test('one that was never set is switched off, with the defaults', async () => {
  expect((await ask(show)).body).toEqual({
    instance_id: instance.id,
    enabled: false,
    cron: null,
    timezone: 'Asia/Kolkata',
    retention_count: 7,
    next_run_at: null,
    last_run: null,
  });
});

test('one that is set tells when it runs; what is left out takes its default; deleted, it is as if never set', async () => {
  const first = await ask(put, { cron: '0 2 * * *', timezone: 'UTC', retention_count: 3 });
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  expect(first).toMatchObject({ status: 200, body: { enabled: true, cron: '0 2 * * *', retention_count: 3 } });
  expect([`${tomorrow}T02:00:00Z`, `${new Date().toISOString().slice(0, 10)}T02:00:00Z`]).toContain(
    first.body.next_run_at,
  );
  expect((await ask(show)).body).toEqual(first.body);
  const off = await ask(put, { cron: '0 2 * * *', enabled: false });
  expect(off.body).toMatchObject({ enabled: false, timezone: 'Asia/Kolkata', retention_count: 7, next_run_at: null });
  expect((await ask(remove)).body).toEqual({ instance_id: instance.id, deleted: true });
  expect((await ask(show)).body.cron).toBeNull();
  expect((await ask(remove)).status).toBe(200);
});

describe('is refused', () => {
  test.each([
    [{ cron: '0 25 * * *' }, 'cron: field 2 "25" is out of range 0-23'],
    [{ cron: '*/5 * * * *' }, 'cron: runs 12 times an hour (at most once an hour: field 1 must be one minute)'],
    [
      { cron: '0 2 * * *', timezone: 'Asia/Kalkutta' },
      'timezone: "Asia/Kalkutta" is not a time zone of the IANA database (for example Asia/Kolkata)',
    ],
    [
      { cron: '0 2 * * *', timezone: '+05:30' },
      'timezone: "+05:30" is not a time zone of the IANA database (for example Asia/Kolkata)',
    ],
    [{ cron: '0 2 * * *', retention_count: 31 }, 'retention_count: 31 must be at most 30'],
    [{ cron: '0 2 * * *', retention_count: 0 }, 'retention_count: 0 must be at least 1'],
    [{}, 'cron: is required (a string)'],
  ])('%j with 400', async (body, error) => {
    expect(await ask(put, body)).toMatchObject({ status: 400, body: { error } });
  });

  test('with 412 where somebody has changed it since', async () => {
    const { headers } = await ask(put, { cron: '0 2 * * *' });
    await ask(put, { cron: '0 3 * * *' });
    const late = await ask(put, { cron: '0 4 * * *' }, { headers: { 'if-match': headers.etag } });
    expect(late.status).toBe(412);
    expect((await ask(show)).body.cron).toBe('0 3 * * *');
  });

  test.each(['terminating', 'terminated'] as const)('with 409 once its instance is %s', async (status) => {
    await putInto(instance, { status, ttl: Math.floor(Date.now() / 1000) + 3600 });
    for (const [handler, body] of [
      [put, { cron: '0 2 * * *' }],
      [remove, undefined],
    ] as const) {
      const reply = await ask(handler, body);
      expect([reply.status, reply.headers['x-error-code']]).toEqual([409, 'wrong_state']);
      expect(reply.body.error).toBe(
        `instance ${instance.id} is ${status}; its backup schedule can no longer be changed`,
      );
    }
    await putInto(instance, up);
  });
});
