import { beforeAll, expect, test } from 'vitest';
import type { Handler } from '#lib/edge/route.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { count, effectsOn, probe } from './probe.ts';
import { repeatable as repeatableAs } from './repeatable.ts';

let user: SignedUp;
beforeAll(async () => {
  user = await signedUp();
});

const repeatable = (handler: Handler) => repeatableAs(() => user.bearer, handler);

/** Refuses as long as `refuse` answers true, and takes effect afterwards. */
const refusing = (refuse: () => boolean, refusal: ApiError) =>
  probe({}, async (context, input) => {
    if (refuse()) throw refusal;
    return count(context, input);
  });

test.each(['access_denied', 'quota_exceeded', 'not_found', 'already_exists', 'wrong_state', 'invite_expired'] as const)(
  '%s is final: a retry gets it again, whatever changed',
  async (code) => {
    let refuse = true;
    const { send } = repeatable(refusing(() => refuse, new ApiError(code, 'no')));
    const first = await send('final');
    refuse = false;
    const second = await send('final');
    expect(second).toMatchObject({ status: first.status, body: { error: 'no' } });
    expect(second.headers).toMatchObject({ 'idempotent-replayed': 'true', 'x-error-code': code });
  },
);

test.each([
  ['validation_failed', undefined],
  ['invalid_credentials', undefined],
  ['insufficient_balance', undefined],
  ['email_not_verified', undefined],
  ['precondition_failed', undefined],
  ['too_many_attempts', 60],
  ['operation_in_progress', 1],
  ['capacity_exhausted', 30],
  ['dependency_unavailable', 1],
  ['internal', undefined],
] as const)('%s frees the key: a retry runs anew', async (code, retryAfter) => {
  let refuse = true;
  const refusal = new ApiError(code, 'no', retryAfter === undefined ? {} : { retryAfter });
  const { send } = repeatable(refusing(() => refuse, refusal));
  expect((await send('freed')).status).toBe(refusal.status);
  refuse = false;
  const retry = await send('freed');
  expect(retry).toMatchObject({ status: 200, body: { runs: 1 } });
  expect(retry.headers).not.toHaveProperty('idempotent-replayed');
});

test('a fault after the effect is committed replays the committed reply', async () => {
  const handler = probe({}, async (context, input) => {
    await count(context, input);
    throw new Error('the process had a bad moment');
  });
  const { id, send } = repeatable(handler);
  expect((await send('committed')).status).toBe(500);
  const retry = await send('committed');
  expect(retry).toMatchObject({ status: 200, body: { runs: 1 } });
  expect(await effectsOn(id)).toBe(1);
});

test('an answer without effect is kept as well', async () => {
  let asked = 0;
  const handler = probe({}, async () => ({ text: 'nothing to do', runs: ++asked }));
  const { send } = repeatable(handler);
  await send('nothing');
  expect((await send('nothing')).headers['idempotent-replayed']).toBe('true');
});
