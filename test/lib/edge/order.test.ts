import { beforeAll, describe, expect, test } from 'vitest';
import { type Authenticator, authenticators } from '#lib/edge/authenticators.ts';
import { countAgainst } from '#lib/edge/steps/rate-limit.ts';
import { maxBody } from '#lib/edge/steps/request-checks.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { keys } from '#lib/store/keys.ts';
import { put, transact } from '#lib/store/platform/write.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { newProbeId, probe } from './probe.ts';

/*
 * By contract 1.4 the first verdict in this order is the answer, whatever else is wrong with a request. Each fault is
 * something that a request can have beside any other.
 */
const verdicts = [
  ['size', 413, 'payload_too_large'],
  ['type', 415, 'unsupported_media_type'],
  ['credentials', 401, 'invalid_token'],
  ['rate', 429, 'rate_limited'],
  ['key', 422, 'idempotency_key_reused'],
  ['schema', 400, 'unknown_field'],
  ['policy', 403, 'access_denied'],
  ['absent', 404, 'not_found'],
  ['state', 409, 'wrong_state'],
] as const;
type Fault = (typeof verdicts)[number][0];

const users: Record<'calm' | 'hasty', SignedUp> = {} as never;
const known = newProbeId();
const handler = probe({}, async (_, { params }) => {
  throw params.id === known
    ? new ApiError('wrong_state', 'it is running')
    : new ApiError('internal', 'no other id gets here');
});

/** Stands in for the authenticator of IAM users, so that the policy has a principal to refuse. */
const iam: Authenticator = {
  applies: ({ request }) => /^iam /i.test(request.headers.authorization ?? ''),
  authenticate: async (exchange) => {
    const user = users[exchange.request.headers.authorization?.slice(4) as 'calm' | 'hasty'];
    countAgainst(exchange, `iam-${user.user.id}`);
    const { account_id } = user;
    const id = `iam-${user.user.id}`;
    return {
      principal: { type: 'iam', id, account_id, name: 'alice', access_key_id: null } as Principal,
      prefetched: undefined,
    };
  },
  credential: 'sigv4',
};

function request(faults: ReadonlySet<Fault>): Call {
  const who = faults.has('rate') ? 'hasty' : 'calm';
  const padding = faults.has('size') ? ' '.repeat(maxBody) : '';
  const body = faults.has('schema') ? '{"strange":1}' : '{"text":"second"}';
  const authorization = faults.has('policy') ? `Iam ${who}` : `Bearer ${users[who].bearer}`;
  return {
    method: 'POST',
    path: '/compute/probes/{id}',
    params: { id: faults.has('absent') ? 'nothing' : known },
    rawBody: body + padding,
    once: true,
    headers: {
      'content-type': faults.has('type') ? 'text/plain' : 'application/json',
      authorization: faults.has('credentials') ? 'Bearer nonsense' : authorization,
      ...(faults.has('key') && { 'idempotency-key': 'used' }),
    },
  };
}

beforeAll(async () => {
  users.calm = await signedUp();
  users.hasty = await signedUp();
  (authenticators as Authenticator[]).unshift(iam);
  for (const who of ['calm', 'hasty'] as const) {
    for (const authorization of [`Bearer ${users[who].bearer}`, `Iam ${who}`]) {
      for (const id of ['nothing', known]) {
        const first = { ...request(new Set()), params: { id }, rawBody: '{"text":"first"}' };
        await call(handler, { ...first, headers: { ...first.headers, authorization, 'idempotency-key': 'used' } });
      }
    }
    await call(handler, { ...request(new Set()) });
  }
  const second = Math.floor(Date.now() / 1000);
  const ids = [users.hasty.user.id, `iam-${users.hasty.user.id}`];
  const spent = ids.flatMap((id) =>
    Array.from({ length: 40 }, (_, i) => put({ ...keys.rate(id, second + i), n: 999, ttl: second + 60 })),
  );
  await transact(spent);
});

describe.each(verdicts.map(([fault], at) => ({ fault, at })))('$fault', ({ fault, at }) => {
  const [, status, code] = verdicts[at]!;
  const later = verdicts.slice(at + 1).map(([other]) => other);

  test.each([[fault], ...later.map((other) => [fault, other])])(
    '%s is the verdict, whatever comes after',
    async (...faults) => {
      const reply = await call(handler, request(new Set([...faults, 'state'] as Fault[])));
      expect({ status: reply.status, code: reply.headers['x-error-code'] }).toEqual({ status, code });
      expect(Object.keys(reply.body)).toEqual(['error']);
    },
  );
});

test('everything wrong at once is answered by the first check alone', async () => {
  const every = new Set(verdicts.map(([fault]) => fault));
  for (const [fault, status] of verdicts) {
    expect((await call(handler, request(every))).status).toBe(status);
    every.delete(fault);
  }
});
