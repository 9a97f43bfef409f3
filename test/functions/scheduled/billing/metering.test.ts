import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { handler as metering } from '#functions/scheduled/metering.ts';
import { workflowStatus } from '#lib/drivers/workflows/start.ts';
import { getAccount } from '#lib/store/identity/accounts.ts';
import { advanceClock, resetClock } from '#lib/testing/functions/clock.ts';
import { mailsTo } from '#lib/testing/functions/mails.ts';
import { posting, usage, walletOf } from '#test/support/billing/wallets.ts';
import { openScriptedPlatform, type ScriptedPlatform } from '#test/support/hosts/scripted-platform.ts';

let stage: ScriptedPlatform;
beforeAll(async () => {
  stage = await openScriptedPlatform();
});
afterEach(resetClock);
afterAll(() => stage.close());

const hour = 3600;

test('an hour after its wallet was empty an account is stopped: its machine shuts down by its workflow', async () => {
  const { account_id, user } = stage.caller;
  const { id } = await stage.settledIn('running');
  const { balance_paise } = await walletOf(account_id);
  await posting(account_id, usage('spent elsewhere', balance_paise - 1));
  advanceClock(hour);
  await metering();
  expect((await stage.settled(id)).status).toBe('running');
  advanceClock(hour);
  await metering();
  expect((await getAccount(account_id))?.status).toBe('suspended');
  expect((await stage.settled(id)).status).toBe('stopped');
  expect(stage.callsOf(id)).toEqual(['create', 'stop within 60000']);
  const shutDown = stage.workflows.calls.find(({ name }) => name === 'stopShutDown');
  await expect.poll(() => workflowStatus('stop', String(shutDown?.payload.operation))).toBe('SUCCEEDED');
  expect((await stage.events(id)).find(({ type }) => type === 'stop')).toMatchObject({ actor: 'system' });
  const subjects = (await mailsTo(user.email)).map(({ subject }) => subject);
  expect(subjects.slice(0, 2)).toEqual(['Your machines are stopped', 'Your balance is used up']);
});
