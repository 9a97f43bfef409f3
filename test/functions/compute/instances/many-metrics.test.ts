import { describe, expect, test } from 'vitest';
import { handler as many } from '#functions/compute/instances/list-metrics.ts';
import { recordSamples } from '#lib/domain/compute/metrics/record.ts';
import type { Metrics } from '#lib/model/compute/metrics.ts';
import { newId } from '#lib/model/platform/ids.ts';
import { call, signedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { newIamCaller, newPolicy, refusal } from '#test/support/accounts/iam.ts';
import { onLaptop } from '#test/support/accounts/operators.ts';
import { aligned, civilSeconds, stamp, usage } from '#test/support/billing/usage.ts';
import { launched } from '#test/support/compute/instances.ts';
import { account, fresh, metricsOf, useMeasured, user } from './measured.ts';

useMeasured();

const ask = (ids: string[], query: Record<string, string> = {}) =>
  call(many, { bearer: user.bearer, query: { instance_id: ids.join(','), ...query } });
const idsIn = (body: { metrics: Metrics[] }) => body.metrics.map(({ instance_id }) => instance_id);

describe('what it answers', () => {
  test.each([
    ['a laptop', true],
    ['a deployment', false],
  ])('on %s what each instance alone has, in the order of the request, each once', async (_, isLocal) => {
    onLaptop(isLocal);
    const [a, b] = [await fresh(), await fresh()];
    const at = aligned(civilSeconds(), 60) - 600;
    await recordSamples(account, a, [{ at, usage: usage(10) }]);
    await recordSamples(account, b, [{ at, usage: usage(20) }]);
    const query = { from: stamp(at - 60), to: stamp(at + 120), step_seconds: '60' };
    const { status, body } = await ask([b, a, b], query);
    expect(status).toBe(200);
    expect(body).toEqual({
      metrics: [(await metricsOf(b, query)).body, (await metricsOf(a, query)).body],
      next_cursor: '',
    });
    expect(body.metrics[0].series.cpu_percent).toEqual([[stamp(at), 20]]);
  });

  test('pages of `limit`, and shorter ones where the steps are many', async () => {
    const ids = await Promise.all(Array.from({ length: 14 }, fresh));
    const first = await ask(ids, { limit: '10' });
    expect(idsIn(first.body)).toEqual(ids.slice(0, 10));
    const second = await ask(ids, { limit: '10', cursor: first.body.next_cursor });
    expect([idsIn(second.body), second.body.next_cursor]).toEqual([ids.slice(10), '']);
    const long = await ask(ids, { period: '24h' });
    expect(idsIn(long.body)).toEqual(ids.slice(0, 12));
    const rest = await ask(ids, { period: '24h', cursor: long.body.next_cursor });
    expect([idsIn(rest.body), rest.body.next_cursor]).toEqual([ids.slice(12), '']);
    expect(refusal(await ask(ids.slice(1), { limit: '10', cursor: first.body.next_cursor }))).toEqual([
      400,
      'invalid_cursor',
      'cursor: not valid for this request',
    ]);
  });
});

describe('refusals', () => {
  test.each([
    [{}, 'instance_id: is required (a string)'],
    [{ instance_id: 'i-1,,i-2' }, 'instance_id: "i-1,,i-2" must be instance ids, separated by commas'],
    [{ instance_id: 'i-1', period: '2h' }, 'period: "2h" is not one of 1h, 6h, 24h, 7d, 30d'],
    [{ instance_id: 'i-1', to: '2026-11-21T04:10:00Z' }, 'from: is required with to (an RFC 3339 date and time)'],
    [{ instance_id: 'i-1', step_seconds: '9' }, 'step_seconds: "9" must be at least 10'],
  ])('%o', async (query, error) => {
    const reply = await call(many, { bearer: user.bearer, query });
    expect(refusal(reply)).toEqual([400, 'validation_failed', error]);
  });

  test('more than 50 instances', async () => {
    const reply = await ask(Array.from({ length: 51 }, (_, i) => `i-${i}`));
    expect([reply.status, reply.body.error]).toEqual([
      400,
      expect.stringMatching(/^instance_id: .* names more than 50 instances$/),
    ]);
  });

  test('404 for one that does not exist or is of another account', async () => {
    const [own, absent] = [await fresh(), newId('instance', new Date())];
    expect(refusal(await ask([own, absent]))).toEqual([404, 'not_found', `instance ${absent} not found`]);
    const theirs = await launched(await signedUp());
    expect(refusal(await ask([own, theirs.id]))).toEqual([404, 'not_found', `instance ${theirs.id} not found`]);
  });

  test('403 where the action is not allowed on each, also for one that does not exist', async () => {
    const owner = await verified();
    const [one, two] = [(await launched(owner)).id, (await launched(owner)).id];
    const on = (id: string) => `srn:compute:in-mum:${owner.account_id}:instance/${id}`;
    const absent = newId('instance', new Date());
    const allowed = await newPolicy(owner, { Action: 'compute:GetInstanceMetrics', Resource: on(one) });
    const caller = await newIamCaller(owner, { policy_ids: [allowed] });
    const get = (...ids: string[]) => caller.call(many, { query: { instance_id: ids.join(',') } });
    expect((await get(one)).status).toBe(200);
    for (const id of [two, absent]) {
      expect(refusal(await get(one, id))).toEqual([
        403,
        'access_denied',
        `user ${caller.username} is not authorised to perform compute:GetInstanceMetrics on ${on(id)}`,
      ]);
    }
  });
});
