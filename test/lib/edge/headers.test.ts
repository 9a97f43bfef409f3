import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { testTime } from '#test/support/vitest/clock.ts';
import { callProbe, count, type ProbeVerb, probe } from './probe.ts';

let user: SignedUp;
beforeAll(async () => {
  user = await signedUp();
});

const always = {
  'content-type': 'application/json',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-api-version': '2026-11-01',
  'x-request-id': expect.stringMatching(/^req-[0-9a-hjkmnp-tv-z]{26}$/),
};

test('every reply says what it is, which version and which request', async () => {
  const ok = await callProbe(probe(), { bearer: user.bearer });
  const refused = await callProbe(probe(), { bearer: user.bearer, body: { strange: 1 } });
  const stranger = await callProbe(probe());
  const failed = await callProbe(
    probe({}, async () => {
      throw new Error('boom');
    }),
    { bearer: user.bearer },
  );
  expect([ok.status, refused.status, stranger.status, failed.status]).toEqual([200, 400, 401, 500]);
  for (const { headers } of [ok, refused, stranger, failed]) expect(headers).toMatchObject(always);
});

test('every reply says by how much the clock was moved, and none does where it was not', async () => {
  const replies = () => Promise.all([callProbe(probe(), { bearer: user.bearer }), callProbe(probe())]);
  for (const { headers } of await replies()) expect(headers).not.toHaveProperty('x-clock-ahead');
  advanceClock(90);
  onTestFinished(resetClock);
  const moved = await replies();
  expect(moved.map(({ status, headers }) => [status, headers['x-clock-ahead']])).toEqual([
    [200, '90'],
    [401, '90'],
  ]);
});

test('an ETag is sent where the route declares it and nowhere else: anything else is a fault of ours', async () => {
  const shown: ProbeVerb = async (context) => context.show({ text: '', runs: 1 }, 7);
  const bare: ProbeVerb = async () => ({ text: '', runs: 1 });
  const answer = async (etag: 'always' | 'sometimes' | undefined, verb: ProbeVerb) => {
    const { status, headers } = await callProbe(probe(etag ? { etag } : {}, verb), { bearer: user.bearer });
    return [status, headers.etag];
  };
  expect(await answer('always', shown)).toEqual([200, '"v7"']);
  expect(await answer('sometimes', shown)).toEqual([200, '"v7"']);
  expect(await answer('sometimes', bare)).toEqual([200, undefined]);
  expect(await answer(undefined, bare)).toEqual([200, undefined]);
  expect(await answer(undefined, shown)).toEqual([500, undefined]);
  expect(await answer('always', bare)).toEqual([500, undefined]);
});

test('an error is exactly {error}; its code stands in a header', async () => {
  const refused = await callProbe(
    probe({}, async () => {
      throw new ApiError('capacity_exhausted', 'no room', { retryAfter: 30 });
    }),
    { bearer: user.bearer },
  );
  expect(refused.body).toEqual({ error: 'no room' });
  expect(refused.headers).toMatchObject({ 'x-error-code': 'capacity_exhausted', 'retry-after': '30' });
});

test('what was not meant for the caller is not told, only which request to quote', async () => {
  const failed = await callProbe(
    probe({}, async () => {
      throw new Error('secret detail');
    }),
    { bearer: user.bearer },
  );
  expect(failed.body).toEqual({ error: `internal error; quote ${failed.headers['x-request-id']}` });
  expect(failed.headers['x-error-code']).toBe('internal');
});

test('a service behind the API that does not answer is 503, to be tried again', async () => {
  const down = await callProbe(
    probe({}, async () => {
      throw Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' });
    }),
    { bearer: user.bearer },
  );
  expect(down.status).toBe(503);
  expect(down.headers).toMatchObject({ 'x-error-code': 'dependency_unavailable', 'retry-after': '1' });
});

test('401 says how to authenticate', async () => {
  const stranger = await callProbe(probe());
  expect(stranger.headers).toMatchObject({ 'www-authenticate': 'Bearer', 'x-error-code': 'missing_credentials' });
  const forged = await callProbe(probe(), { bearer: 'x.y.z' });
  expect(forged.headers).toMatchObject({ 'www-authenticate': 'Bearer', 'x-error-code': 'invalid_token' });
  const scheme = await callProbe(probe(), { headers: { authorization: 'Basic dXNlcjpwYXNz' } });
  expect(scheme.headers['x-error-code']).toBe('invalid_token');
  expect(scheme.body.error).not.toContain('dXNlcjpwYXNz');
});

test('an authenticated reply says how many requests are left', async () => {
  const other = await signedUp();
  const first = await callProbe(probe(), { bearer: other.bearer });
  expect(first.headers['ratelimit-policy']).toBe('"default";q=30;w=1');
  expect(first.headers.ratelimit).toBe('"default";r=29;t=1');
});

test('a version is an ETag; If-Match with another one is 412, and nothing happens', async () => {
  const handler = probe({ versioned: true }, async (context, input) => {
    context.match(7);
    return count(context, input);
  });
  const send = (match: string) => callProbe(handler, { bearer: user.bearer, headers: { 'if-match': match } });
  for (const match of ['"v7"', '*', '"v6", "v7"']) expect((await send(match)).status).toBe(200);
  for (const match of ['"v6"', 'v7', 'W/"v7"', '']) {
    const stale = await send(match);
    expect(stale.status).toBe(412);
    expect(stale.headers['x-error-code']).toBe('precondition_failed');
    expect(stale.body.error).toContain('"v7"');
  }
});

test('a resource that is read, and one that was changed, carry their version', async () => {
  const reading = probe({ etag: 'always' }, async (context) => context.show({ text: '', runs: 0 }, 3));
  expect((await callProbe(reading, { method: 'GET', bearer: user.bearer })).headers.etag).toBe('"v3"');
  const changing = probe({ etag: 'always' }, (context) =>
    context.commit({ writes: [], reply: { text: '', runs: 0 }, version: 4 }),
  );
  expect((await callProbe(changing, { bearer: user.bearer })).headers.etag).toBe('"v4"');
});

test('a refusal carries no ETag', async () => {
  const handler = probe({}, async (context) => {
    context.show({ text: '', runs: 0 }, 3);
    throw new ApiError('wrong_state', 'no');
  });
  expect((await callProbe(handler, { bearer: user.bearer })).headers).not.toHaveProperty('etag');
});

test('Prefer: wait holds the reply until the resource has settled, and says so', async () => {
  let asked = 0;
  const handler = probe({ settled: async (_, reply) => (++asked < 3 ? undefined : { ...reply, text: 'settled' }) });
  const waited = await callProbe(handler, { bearer: user.bearer, headers: { prefer: 'wait=5' } });
  expect(waited.body.text).toBe('settled');
  expect(waited.headers['preference-applied']).toBe('wait=5');
  expect(asked).toBe(3);
  const quoted = await callProbe(handler, { bearer: user.bearer, headers: { prefer: 'foo; wait = "5"' } });
  expect(quoted.headers['preference-applied']).toBe('wait=5');
  const longer = await callProbe(handler, { bearer: user.bearer, headers: { prefer: 'respond-async, wait=600' } });
  expect(longer.headers['preference-applied']).toBe('wait=25');
});

test('a wait that is over answers the resource as it then is', async () => {
  let asked = 0;
  const settled = async () => {
    asked += 1;
    return undefined;
  };
  const handler = probe({ settled });
  const time = testTime();
  const waited = await callProbe(handler, {
    bearer: user.bearer,
    headers: { prefer: 'wait=1' },
    body: { text: 'as is' },
  });
  expect([time.waited(), asked]).toEqual([1000, 4]);
  expect(waited.body.text).toBe('as is');
});

test('a reply that does not fit its schema is a fault of ours, never sent, and nothing was changed', async () => {
  const handler = probe({}, (context) =>
    context.commit({ writes: [], reply: { text: 'x', runs: 0, password_hash: '…' } as never }),
  );
  const reply = await callProbe(handler, { bearer: user.bearer });
  expect(reply.status).toBe(500);
  expect(JSON.stringify(reply.body)).not.toContain('password_hash');
});
