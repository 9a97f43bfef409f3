import { describe, expect, test } from 'vitest';
import { createClient } from '#lib/client/client.ts';
import { SvcError } from '#lib/client/error.ts';
import type { Attempt } from '#lib/client/send.ts';
import { type Answered, inTurn, refused, served } from './support/served.ts';

const fine: Answered = { body: { id: 'x' } };

/** A client of a server that gives these answers, and what it told of its attempts. */
async function clientOf(answers: Answered[], options: { retries?: number } = {}) {
  const { baseUrl, came } = await served(inTurn(...answers));
  const attempts: Attempt[] = [];
  const svc = createClient({ baseUrl, onAttempt: (attempt) => attempts.push(attempt), ...options });
  return { svc, came, attempts, keys: () => came.map(({ headers }) => headers['idempotency-key']) };
}

const passing: [string, Answered][] = [
  ['429', refused(429, 'rate_limited', { 'retry-after': '0' })],
  ['503', refused(503, 'dependency_unavailable')],
  ['503 of a proxy, without a code', { status: 503, text: '<html>' }],
  ['a lost connection', 'lost'],
  ['409 for a first attempt that is still under way', refused(409, 'idempotency_in_progress', { 'retry-after': '0' })],
];

describe.each(passing)('%s', (_title, answer) => {
  test('is repeated under the same Idempotency-Key', async () => {
    const { svc, came, keys } = await clientOf([answer, answer, fine]);
    expect(await svc.stopInstance({ id: 'i-1' })).toEqual({ id: 'x' });
    expect(came).toHaveLength(3);
    expect(new Set(keys()).size).toBe(1);
    expect(keys()[0]).toMatch(/^[0-9a-f]{32}$/);
  });

  test('is repeated at most as often as asked', async () => {
    const { svc, came } = await clientOf([answer], { retries: 2 });
    await expect(svc.getMe()).rejects.toThrow(SvcError);
    expect(came).toHaveLength(3);
  });
});

test('each call has a key of its own, or the one that it was given', async () => {
  const { svc, keys } = await clientOf(['lost', fine]);
  await svc.stopInstance({ id: 'i-1' });
  await svc.stopInstance({ id: 'i-1' });
  await svc.stopInstance({ id: 'i-1', idempotencyKey: 'mine' });
  const [first, again, second, given] = keys();
  expect([first === again, first === second, given]).toEqual([true, false, 'mine']);
});

test.each([
  [400, 'validation_failed'],
  [402, 'insufficient_balance'],
  [403, 'access_denied'],
  [404, 'not_found'],
  [409, 'wrong_state'],
  [412, 'precondition_failed'],
  [500, 'internal'],
  [504, 'timeout'],
] as const)('%i %s is not repeated', async (status, code) => {
  const { svc, came } = await clientOf([refused(status, code, { 'retry-after': '1' })]);
  const failure = { status, code, retryAfter: 1, requestId: 'req-1', message: `${code} was said` };
  await expect(svc.startInstance({ id: 'i-1' })).rejects.toMatchObject(failure);
  expect(came).toHaveLength(1);
});

test('who is to wait for longer than half a minute decides for themselves', async () => {
  const { svc, came } = await clientOf([refused(429, 'too_many_attempts', { 'retry-after': '31' })]);
  const login = svc.login({ body: { email: 'a@example.com', password: 'b' } });
  await expect(login).rejects.toMatchObject({ code: 'too_many_attempts', retryAfter: 31 });
  expect(came).toHaveLength(1);
});

test('it waits for as long as it was told and a random time more, whose bound doubles', async () => {
  const busy = refused(503, 'dependency_unavailable', { 'retry-after': '1' });
  const { svc, attempts } = await clientOf([busy, 'lost', 'lost', fine]);
  await svc.getMe();
  const [told, lost, again, last] = attempts.map(({ repeatedIn }) => repeatedIn);
  expect(told).toBeGreaterThanOrEqual(1000);
  expect(told).toBeLessThanOrEqual(1200);
  expect(lost).toBeLessThanOrEqual(400);
  expect(again).toBeLessThanOrEqual(800);
  expect(last).toBeUndefined();
});

test('each attempt is told, without a secret', async () => {
  const { svc, attempts } = await clientOf([refused(429, 'rate_limited', { 'retry-after': '0' }), 'lost', fine]);
  await svc.getInviteInfo({ query: { token: 'a secret' } });
  const common = { operation: 'getInviteInfo', method: 'GET', path: '/auth/team/invite/info', query: ['token'] };
  expect(attempts).toEqual([
    {
      ...common,
      ...{ attempt: 1, status: 429, code: 'rate_limited', requestId: 'req-1' },
      milliseconds: expect.any(Number),
      repeatedIn: expect.any(Number),
    },
    {
      ...common,
      ...{ attempt: 2, status: 0, code: 'connection_failed', requestId: undefined },
      milliseconds: expect.any(Number),
      repeatedIn: expect.any(Number),
    },
    {
      ...common,
      ...{ attempt: 3, status: 200, code: undefined, requestId: undefined },
      milliseconds: expect.any(Number),
      repeatedIn: undefined,
    },
  ]);
  expect(JSON.stringify(attempts)).not.toContain('secret');
});
