import { beforeEach, expect, test } from 'vitest';
import { handler as reboot } from '#functions/compute/instances/reboot.ts';
import { handler as stop } from '#functions/compute/instances/stop.ts';
import type { Handler } from '#lib/edge/route.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import { keys } from '#lib/store/keys.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { partition, state } from '#test/support/table/state.ts';

let caller: SignedUp;
let instance: Instance;

beforeEach(async () => {
  await testTable();
  caller = await signedUp();
  await standInHost();
  instance = await launched(caller);
  await putInto(instance, up);
});

const ask = (handler: Handler, body?: unknown) =>
  call(handler, { bearer: caller.bearer, params: { id: instance.id }, ...(body !== undefined && { body }) });

test.each([
  ['stop', stop, undefined, { force: false, grace_ms: 60_000 }, 90],
  ['stop', stop, { timeout_seconds: 300 }, { force: false, grace_ms: 300_000 }, 330],
  ['stop', stop, { force: true, timeout_seconds: 1 }, { force: true, grace_ms: 1_000 }, 31],
  ['reboot', reboot, undefined, { force: false, grace_ms: 30_000 }, 120],
  ['reboot', reboot, { force: true }, { force: true, grace_ms: 30_000 }, 120],
] as const)(
  '%s: what its workflow is told, and when it is given up (%#)',
  async (_name, handler, body, options, seconds) => {
    const asked = Date.now();
    expect((await ask(handler, body)).status).toBe(200);
    const answered = Date.now();
    const operation = (await recordOf(instance)).operation?.id ?? '';
    const [deadline, intent] = await partition(keys.intent(operation).pk);
    expect(intent?.input.options).toEqual(options);
    const limit = (seconds + 60) * 1000;
    expect(deadline?.due).toBeGreaterThanOrEqual(asked + limit);
    expect(deadline?.due).toBeLessThanOrEqual(answered + limit + 999);
  },
);

test.each([
  [stop, { timeout_seconds: 0 }, 'timeout_seconds: 0 must be at least 1'],
  [stop, { timeout_seconds: 301 }, 'timeout_seconds: 301 must be at most 300'],
  [stop, { timeout_seconds: '60' }, 'timeout_seconds: "60" must be a number'],
  [stop, { force: 'yes' }, 'force: "yes" must be true or false'],
  [stop, { hard: true }, 'unknown field "hard"'],
  [stop, [], 'body: must be a JSON object'],
  [reboot, { timeout_seconds: 5 }, 'unknown field "timeout_seconds"'],
])('a body that is refused (%#)', async (handler, body, error) => {
  const before = await state();
  const reply = await ask(handler, body);
  expect([reply.status, reply.body]).toEqual([400, { error }]);
  expect(await state()).toEqual(before);
});

test('of two operations at once, one takes the machine', async () => {
  const replies = await Promise.all([ask(stop), ask(reboot)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = replies.find(({ status }) => status === 409);
  expect(refused?.headers['x-error-code']).toBe('wrong_state');
});

test('a dry run tells that a stopped one costs its disk alone, and changes nothing', async () => {
  const before = await state();
  const reply = await call(stop, { bearer: caller.bearer, params: { id: instance.id }, query: { dry_run: 'true' } });
  expect([reply.status, reply.body]).toEqual([
    200,
    {
      dry_run: true,
      would: `stop ${instance.id}`,
      price_delta_paise_per_hour: -33,
      price_delta_paise_per_month: -23_900,
      cascade: [],
    },
  ]);
  expect(await state()).toEqual(before);
});
