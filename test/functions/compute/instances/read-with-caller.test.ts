import { beforeAll, describe, expect, test } from 'vitest';
import { handler as snapshots } from '#functions/compute/instance-snapshots/list.ts';
import { handler as events } from '#functions/compute/instances/events.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { type IamCaller, newIamCaller, newPolicy } from '#test/support/accounts/iam.ts';
import { launched, putInto } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';

let owner: SignedUp;
let instance: Instance;
/** May read what is tagged team=web, and nothing else. */
let reader: IamCaller;
beforeAll(async () => {
  owner = await verified();
  await standInHost();
  instance = await launched(owner, { tags: { team: 'web' } });
  const policy = await newPolicy(owner, { Condition: { StringEquals: { 'svc:Tag/team': 'web' } } });
  reader = await newIamCaller(owner, { policy_ids: [policy] });
});

describe.each([
  ['events', events],
  ['snapshots', snapshots],
])('an instance that is read together with the caller: %s', (noun, handler) => {
  const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) =>
    status === 200 ? Array.isArray(body[noun]) : [status, body.error];
  const read = (id: string) => call(handler, { bearer: owner.bearer, params: { id } });
  const notFound = (id: string) => [404, `instance ${id} not found`];

  test('is found by a token and by a signature', async () => {
    const params = { id: instance.id };
    expect(outcome(await read(instance.id))).toBe(true);
    expect(outcome(await call(handler, signed(handler, reader, { params })))).toBe(true);
  });

  test('is not found in another account, by an id that none can have, and once its hour is over', async () => {
    const stranger = await launched(await signedUp());
    expect(outcome(await read(stranger.id))).toEqual(notFound(stranger.id));
    expect((await read(`i-${'x'.repeat(2000)}`)).status).toBe(404);
    const gone = await launched(owner);
    await putInto(gone, { status: 'terminated', ttl: Math.floor(Date.now() / 1000) - 1 });
    expect(outcome(await read(gone.id))).toEqual(notFound(gone.id));
  });

  test('answers what policies ask about it, without another read', async () => {
    const other = await launched(owner, { tags: { team: 'db' } });
    expect((await reader.call(handler, { params: { id: other.id } })).status).toBe(403);
    let status = 0;
    const { calls } = await tableCalls(async () => {
      ({ status } = await reader.call(handler, { params: { id: instance.id } }));
    });
    expect([status, calls.length]).toEqual([200, 3]);
  });
});
