import { beforeAll, expect, test } from 'vitest';
import type { Context } from '#lib/domain/platform/context.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { callProbe, count, effectsOn, newProbeId, probe } from './probe.ts';

/* If-Match (contract 1.3, RFC 9110 13.1.1) on a route whose verb compares it with no version. */

let user: SignedUp;
beforeAll(async () => {
  user = await signedUp();
});

const none = 'If-Match: "v7" matches nothing: this resource has no ETag';
const send = (handler: Parameters<typeof callProbe>[0], match: string, more: object = {}) =>
  callProbe(handler, { bearer: user.bearer, headers: { 'if-match': match, ...more } });

test.each(['POST', 'PUT', 'PATCH', 'DELETE'])('a tag on a %s is 412, and nothing happens', async (method) => {
  const params = { id: newProbeId() };
  const { status, headers, body } = await callProbe(probe(), {
    method,
    params,
    bearer: user.bearer,
    headers: { 'if-match': '"v7"' },
  });
  expect([status, headers['x-error-code'], body]).toEqual([412, 'precondition_failed', { error: none }]);
  expect(await effectsOn(params.id)).toBe(0);
});

test.each(['"v7", W/"v8"', 'v7', ''])('so is %j', async (match) => {
  expect((await send(probe(), match)).status).toBe(412);
});

test.each(['*', ' * '])('%j passes: what the verb has found exists', async (match) => {
  expect((await send(probe(), match)).status).toBe(200);
});

test('a read ignores it', async () => {
  const handler = probe({}, async () => ({ text: '', runs: 0 }));
  const headers = { 'if-match': '"v7"' };
  expect((await callProbe(handler, { method: 'GET', bearer: user.bearer, headers })).status).toBe(200);
});

test('what the verb refuses comes first', async () => {
  const handler = probe({}, async () => {
    throw new ApiError('not_found', 'no such thing');
  });
  expect((await send(handler, '"v7"')).body).toEqual({ error: 'no such thing' });
});

test('it is refused before an effect outside the commit', async () => {
  let effects = 0;
  const verb = async (context: Context) => {
    await context.claimed();
    effects += 1;
    return context.commit({ writes: [], reply: { text: '', runs: 0 } });
  };
  expect((await send(probe({}, verb), '"v7"')).body).toEqual({ error: none });
  expect(effects).toBe(0);
});

test('a verb that neither commits nor claims is refused as well', async () => {
  expect(
    (
      await send(
        probe({}, async () => ({ text: '', runs: 0 })),
        '"v7"',
      )
    ).body,
  ).toEqual({ error: none });
});

test('a dry run has the same answer', async () => {
  const handler = probe({ dryRun: true }, (context) =>
    context.commit({ writes: [], reply: { text: '', runs: 0 }, rehearsal: { would: 'do nothing' } }),
  );
  const request = { bearer: user.bearer, query: { dry_run: 'true' } };
  expect((await callProbe(handler, { ...request, headers: { 'if-match': '"v7"' } })).body).toEqual({ error: none });
  expect((await callProbe(handler, { ...request, headers: { 'if-match': '*' } })).status).toBe(200);
});

test('it is not stored: the same key runs anew without it', async () => {
  const params = { id: newProbeId() };
  const ask = (headers: Record<string, string>) =>
    callProbe(probe(), { params, bearer: user.bearer, headers: { 'idempotency-key': 'one', ...headers } });
  expect((await ask({ 'if-match': '"v7"' })).status).toBe(412);
  expect((await ask({})).status).toBe(200);
  expect((await ask({ 'if-match': '"v7"' })).headers['idempotent-replayed']).toBe('true');
  expect(await effectsOn(params.id)).toBe(1);
});

test('a versioned route may claim before it compares', async () => {
  const handler = probe({ versioned: true }, async (context, input) => {
    await context.claimed();
    context.match(7);
    return count(context, input);
  });
  expect((await send(handler, '"v7"')).status).toBe(200);
  expect((await send(handler, '"v6"')).status).toBe(412);
});

test('one that commits without having compared is 412', async () => {
  expect((await send(probe({ versioned: true }), '"v7"')).body).toEqual({ error: none });
});

test('a verb that compares on a route that does not say so is a fault', async () => {
  const handler = probe({}, async (context, input) => {
    context.match(7);
    return count(context, input);
  });
  expect(
    (await call(handler, { method: 'POST', path: '/x', params: { id: newProbeId() }, bearer: user.bearer })).status,
  ).toBe(500);
});
