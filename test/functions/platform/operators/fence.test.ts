import { beforeEach, expect, test } from 'vitest';
import { handler as fence } from '#functions/platform/fence-host.ts';
import { handler as check } from '#functions/scheduled/host-health.ts';
import { enrolHostKey } from '#lib/store/compute/hosts.ts';
import { transact } from '#lib/store/platform/write.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { type Caller, callerOf, expectStatus, refusal } from '#test/support/accounts/iam.ts';
import { newOperator } from '#test/support/accounts/operators.ts';
import { createdVolume } from '#test/support/compute/disks.ts';
import { launched, putInto, recordOf, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { state } from '#test/support/table/state.ts';

/* The dry run of a fence: what is lost with the host, before it is. */

let root: Caller;
let owner: Awaited<ReturnType<typeof newOperator>>;
const params = { id: 'host-a' };
const rehearsed = (id = 'host-a') => root(fence, { params: { id }, query: { dry_run: 'true' } });

beforeEach(async () => {
  await testTable();
  owner = await newOperator();
  root = callerOf(owner);
  await standInHost(params);
});

test('it names what the fence has lost, and changes nothing', async () => {
  const instance = await putInto(await launched(owner), up);
  const volume = await createdVolume(owner);
  const before = await state();
  expect(await expectStatus(200, rehearsed())).toEqual({
    dry_run: true,
    would: 'fence host host-a',
    price_delta_paise_per_hour: 0,
    price_delta_paise_per_month: 0,
    cascade: [
      { type: 'instance', id: instance.id, effect: 'lost' },
      { type: 'volume', id: volume.id, effect: 'lost' },
    ],
  });
  expect(await state()).toEqual(before);
  await expectStatus(200, root(fence, { params }));
  await check();
  expect(await recordOf(instance)).toMatchObject({ status: 'error', status_reason: 'host lost' });
  expect((await expectStatus(200, rehearsed())).cascade).toEqual([]);
});

test('it is refused as the fence is', async () => {
  await transact([enrolHostKey('host-new', 'its key', '2026-11-23T10:00:00Z', undefined)]);
  const joining = 'host host-new is joining; fence requires a host that has started';
  expect(refusal(await rehearsed('host-new'))).toEqual([409, 'wrong_state', joining]);
});
