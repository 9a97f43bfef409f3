import { expect, test } from 'vitest';
import { handler as activity } from '#functions/auth/activity/list.ts';
import { useTime } from '#lib/drivers/clocks/real.ts';
import { claimLease } from '#lib/store/requests/held-replies.ts';
import { call, signedUp } from '#lib/testing/functions/call.ts';
import { happens } from '#test/support/http/held-replies.ts';
import { requestCalls } from '#test/support/table/table-calls.ts';
import { uncontended } from '#test/support/table/uncontended.ts';
import { testTime } from '#test/support/vitest/clock.ts';

/* Budgets of docs/architecture.md: what Prefer: wait asks of the table beside the request itself. */

test('a held reply costs two writes beside its looks, one that may not be held one, all others none', async () => {
  uncontended();
  const { bearer, account_id, user } = await signedUp();
  await happens(bearer);
  const { events } = (await call(activity, { bearer })).body;
  const [first, last] = [events.at(0).id, events.at(-1).id];
  const callsOf = async (after: string, headers = {}) =>
    (await requestCalls(() => call(activity, { bearer, query: { after }, headers, once: true }))).calls;
  pauseOnce(20_000);
  const prefer = 'wait=20';
  const [plain, [write, ...look]] = [await callsOf(last), ['UpdateItem', 'GetItem', 'Query', 'Query']];
  expect(await callsOf(first, { prefer })).toEqual(await callsOf(first));
  expect(await callsOf(last, { prefer })).toEqual([...plain, ...look, write, ...look, write]);
  for (let no = 0; no < 10; no++) await claimLease({ account_id, id: user.id }, `${no}`, new Date());
  expect(await callsOf(last, { prefer })).toEqual([...plain, ...look, write]);
});

/** Has the first pause of a wait take so many milliseconds. */
function pauseOnce(milliseconds: number): void {
  const time = testTime();
  useTime({ ...time, pause: () => time.pause(milliseconds) });
}
