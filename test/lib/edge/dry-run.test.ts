import { beforeAll, expect, test } from 'vitest';
import { ApiError, type ErrorCode } from '#lib/model/platform/errors.ts';
import type { Key } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { auditOf } from '#lib/testing/functions/items.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { iamBearer } from '#test/support/accounts/teams.ts';
import { callProbe, effect, effectsOn, newProbeId, probe } from './probe.ts';

let user: SignedUp;
beforeAll(async () => {
  user = await signedUp();
});

const limitOf = (id: string): Key<{ used: number; blocked?: boolean }> => ({ pk: 'PROBE#limit', sk: id });

const rehearsal = { would: 'launch web as s1-nano', price_delta_paise_per_hour: 41 };
const handler = probe({ dryRun: true, status: 201 }, (context, { params }) =>
  context.commit({
    writes: [
      effect(params.id),
      update(limitOf(params.id), { add: { used: 1 } }, [['blocked', 'absent']], () => {
        return new ApiError('quota_exceeded', 'used up');
      }),
    ],
    reply: { text: '', runs: 1 },
    rehearsal,
  }),
);

const send = (id: string, dry_run: string, key?: string) =>
  callProbe(handler, { bearer: user.bearer, params: { id }, query: { dry_run }, headers: { 'idempotency-key': key } });

test('a dry run answers what would happen, and nothing does', async () => {
  const id = newProbeId();
  const before = await auditOf(user.account_id);
  const reply = await send(id, 'true');
  expect(reply).toMatchObject({ status: 200, body: { dry_run: true, ...rehearsal } });
  expect(await effectsOn(id)).toBe(0);
  expect(await auditOf(user.account_id)).toEqual(before);
});

test.each([
  ['application/vnd.svc.dry-run+json', 'application/vnd.svc.dry-run+json'],
  ['text/html, Application/Vnd.svc.dry-run+JSON;q=0.9', 'application/vnd.svc.dry-run+json'],
  ['application/json', 'application/json'],
  ['*/*', 'application/json'],
  ['application/vnd.svc.dry-run+json;q=0', 'application/json'],
  [undefined, 'application/json'],
])('to a client that accepts %s it is of the type %s', async (accept, type) => {
  const headers = accept === undefined ? {} : { accept };
  const reply = await callProbe(handler, {
    bearer: user.bearer,
    params: { id: newProbeId() },
    query: { dry_run: 'true' },
    headers,
  });
  expect([reply.body.dry_run, reply.headers['content-type']]).toEqual([true, type]);
});

test('the real reply and a refusal are plain JSON for every client', async () => {
  const request = { bearer: user.bearer, headers: { accept: 'application/vnd.svc.dry-run+json' } };
  const real = await callProbe(handler, { ...request, params: { id: newProbeId() } });
  const refused = await callProbe(handler, { ...request, params: { id: newProbeId() }, query: { dry_run: '1' } });
  expect([real.status, real.headers['content-type']]).toEqual([201, 'application/json']);
  expect([refused.status, refused.headers['content-type']]).toEqual([400, 'application/json']);
});

test('a dry run is refused as the real one would be', async () => {
  const id = newProbeId();
  await transact([update(limitOf(id), { set: { blocked: true } })]);
  const dry = await send(id, 'true', 'same');
  const real = await send(id, 'false');
  expect(dry).toMatchObject({ status: 403, body: { error: 'used up' } });
  expect(real).toMatchObject({ status: dry.status, body: dry.body });
});

test('only a denied dry run is logged, as one, so that permissions are not probed unseen', async () => {
  const logged = async (code: ErrorCode) => {
    const refusing = probe({ dryRun: true }, async () => {
      throw new ApiError(code, 'no');
    });
    const id = newProbeId();
    const request = { bearer: user.bearer, params: { id }, query: { dry_run: 'true' } };
    const { headers } = await callProbe(refusing, request);
    const entries = await auditOf(user.account_id);
    const own = entries.filter(({ request_id }) => request_id === headers['x-request-id']);
    return own.map(({ path, status }) => [path.replace(id, '…'), status]);
  };
  expect(await logged('access_denied')).toEqual([['/compute/probes/…?dry_run=true', 403]]);
  for (const code of ['not_found', 'wrong_state', 'quota_exceeded', 'insufficient_balance'] as const)
    expect(await logged(code)).toEqual([]);
});

test('a user whom policies deny a launch cannot ask unseen whether they may', async () => {
  const { account_id } = await verified();
  const { bearer } = await iamBearer(account_id, [{ Effect: 'Deny', Action: '*', Resource: '*' }]);
  const id = newProbeId();
  const dry = await callProbe(handler, { bearer, params: { id }, query: { dry_run: 'true' } });
  expect([dry.status, dry.headers['x-error-code']]).toEqual([403, 'access_denied']);
  const entries = await auditOf(account_id);
  expect(entries.find(({ request_id }) => request_id === dry.headers['x-request-id'])).toMatchObject({
    actor: { type: 'iam' },
    method: 'POST',
    path: `/compute/probes/${id}?dry_run=true`,
    action: 'compute:StartInstance',
    resource: `srn:compute:in-mum:${account_id}:instance/${id}`,
    status: 403,
  });
});

test('a dry run leaves its key free', async () => {
  const id = newProbeId();
  await send(id, 'true', 'twice');
  const again = await send(id, 'true', 'twice');
  expect(again.headers).not.toHaveProperty('idempotent-replayed');
  expect(again.body.dry_run).toBe(true);
});

test('dry_run=false is the real thing, and anything else is refused', async () => {
  const id = newProbeId();
  expect((await send(id, 'false')).status).toBe(201);
  expect(await effectsOn(id)).toBe(1);
  expect((await send(id, '1')).body.error).toBe('dry_run: "1" is not one of true, false');
});

test('a route that does not say what it would do is told by its name, and does not do it', async () => {
  const terse = probe({ dryRun: true }, (context, { params }) =>
    context.commit({ writes: [effect(params.id)], reply: { text: '', runs: 1 } }),
  );
  const id = newProbeId();
  const reply = await callProbe(terse, { bearer: user.bearer, params: { id }, query: { dry_run: 'true' } });
  expect([reply.status, reply.body.would]).toEqual([200, `probe ${id}`]);
  expect(await effectsOn(id)).toBe(0);
});
