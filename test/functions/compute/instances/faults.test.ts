import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { handler as launch } from '#functions/compute/instances/launch.ts';
import { handler as list } from '#functions/compute/instances/list.ts';
import { keys } from '#lib/store/keys.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { launchBody } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { cancelled, type Fault, faultTransactions, unreachable } from '#test/support/table/faults.ts';
import { partition, state } from '#test/support/table/state.ts';

let caller: SignedUp;
let end: (() => number) | undefined;

beforeEach(async () => {
  await testTable();
  caller = await signedUp();
  await standInHost();
});
afterEach(() => {
  end?.();
  end = undefined;
  vi.restoreAllMocks();
});

const fault = (faultOf: (call: number) => Fault) => {
  end = faultTransactions(faultOf);
};
const start = (headers = {}) => call(launch, { bearer: caller.bearer, body: launchBody(), headers });
const machines = () => partition(keys.listed(caller.account_id, 'instance', '').pk);

describe('contention', () => {
  test('is tried again until it is over', async () => {
    fault((n) => (n <= 3 ? { instead: cancelled('None', 'TransactionConflict') } : undefined));
    expect((await start()).status).toBe(201);
    expect(end?.()).toBe(4);
    expect(await machines()).toHaveLength(1);
  });

  test('without end is 409 with Retry-After, and nothing has changed', async () => {
    // No pauses.
    vi.spyOn(Math, 'random').mockReturnValue(0);
    const before = await state();
    fault(() => ({ instead: cancelled('TransactionConflict') }));
    const reply = await start();
    expect([reply.status, reply.headers['x-error-code'], reply.headers['retry-after']]).toEqual([
      409,
      'operation_in_progress',
      '1',
    ]);
    expect(await state()).toEqual(before);
  });

  test('beside a condition that failed: the condition is the answer', async () => {
    fault((n) =>
      n === 1
        ? { instead: cancelled('TransactionConflict', 'None', 'None', 'None', 'ConditionalCheckFailed') }
        : undefined,
    );
    const reply = await start();
    expect([reply.status, reply.headers['x-error-code']]).toEqual([403, 'quota_exceeded']);
  });
});

describe('a table that does not answer', () => {
  const unavailable = { status: 503, headers: { 'x-error-code': 'dependency_unavailable', 'retry-after': '1' } };

  test('at all: 503 for reads and writes, and the platform goes on when it is back', async () => {
    const { AWS_ENDPOINT_URL_DYNAMODB: endpoint } = process.env;
    process.env.AWS_ENDPOINT_URL_DYNAMODB = 'http://127.0.0.1:9';
    try {
      const read = await call(list, { bearer: caller.bearer });
      expect(read).toMatchObject(unavailable);
      expect(read.body).toEqual({
        error: expect.stringMatching(/^a service behind the API does not answer; quote req-/),
      });
      expect(await start()).toMatchObject(unavailable);
    } finally {
      process.env.AWS_ENDPOINT_URL_DYNAMODB = endpoint;
    }
    expect(await machines()).toEqual([]);
    expect((await start()).status).toBe(201);
  });

  test('at the commit: 503, nothing has changed, and the key is free for another try', async () => {
    const before = await state();
    fault((n) => (n === 1 ? { instead: unreachable() } : undefined));
    const headers = { 'idempotency-key': 'k' };
    expect(await start(headers)).toMatchObject(unavailable);
    expect(await state()).toEqual(before);
    expect((await start(headers)).status).toBe(201);
  });

  test('after the commit: what was done is found and answered, and the same key does it once', async () => {
    fault((n) => (n === 1 ? { after: unreachable() } : undefined));
    const headers = { 'idempotency-key': 'k' };
    expect((await start(headers)).status).toBe(201);
    const again = await start(headers);
    expect([again.status, again.headers['idempotent-replayed']]).toEqual([201, 'true']);
    expect((await machines()).map(({ sk }) => sk)).toEqual([again.body.id]);
  });
});
