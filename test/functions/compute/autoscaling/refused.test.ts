import { describe, expect, test } from 'vitest';
import { handler as tick } from '#functions/scheduled/autoscale.ts';
import { keys } from '#lib/store/keys.ts';
import { transact, update } from '#lib/store/platform/write.ts';
import { instance, me } from '#test/functions/compute/owner.ts';
import { budgetUsedUp } from '#test/support/billing/budgets.ts';
import { busy } from '#test/support/compute/busy.ts';
import { launched } from '#test/support/compute/instances.ts';
import { arrives, now, rule, set, useScaled } from './support.ts';

useScaled();

describe('what would be refused', () => {
  test('does not stop the instance: no room on its host', async () => {
    await launched(me, { instance_type_id: 's1-large' });
    await launched(me, { instance_type_id: 's1-medium' });
    await launched(me, { instance_type_id: 's1-micro' });
    await set();
    await busy(instance, { cpu: 90 });
    await tick();
    expect((await now()).status).toBe('running');
    expect((await rule()).last_decision).toMatchObject({
      from: 's1-small',
      to: 's1-small',
      reason: expect.stringMatching(/^cpu was at 90 % .*; s1-medium refused: no capacity for s1-medium right now/),
    });
  });

  test('after the stop starts it again as it was', async () => {
    await set();
    await busy(instance, { cpu: 90 });
    await tick();
    await arrives();
    await transact([update(keys.quota(me.account_id, 'vcpus'), { set: { used: 40 } })]);
    await tick();
    expect(await now()).toMatchObject({ status: 'starting', instance_type_id: 's1-small' });
    await arrives();
    await tick();
    expect(await rule()).toMatchObject({
      change: null,
      last_decision: { to: 's1-small', reason: expect.stringContaining('s1-medium refused: 40 of 40 vcpus used') },
    });
  });

  test('starts it again where the budget is used up meanwhile, and then does not stop it', async () => {
    await set();
    await busy(instance, { cpu: 90 });
    await tick();
    await arrives();
    await budgetUsedUp(me.account_id);
    await tick();
    expect(await now()).toMatchObject({ status: 'starting', instance_type_id: 's1-small' });
    await arrives();
    await tick();
    expect(await rule()).toMatchObject({
      change: null,
      last_decision: { to: 's1-small', reason: expect.stringContaining('s1-medium refused: the budget of') },
    });
  });

  test('leaves it stopped where the wallet cannot pay an hour', async () => {
    await set();
    await busy(instance, { cpu: 90 });
    await tick();
    await arrives();
    const set0 = { balance_paise: 0, available_paise: 0 };
    await transact([update(keys.wallet(me.account_id), { set: set0 })]);
    await tick();
    expect((await now()).status).toBe('stopped');
    expect(await rule()).toMatchObject({
      change: null,
      last_decision: { reason: expect.stringContaining('not started: wallet') },
    });
  });
});
