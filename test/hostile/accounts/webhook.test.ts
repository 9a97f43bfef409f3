import { afterEach, beforeAll, expect, test } from 'vitest';
import { handler as remove } from '#functions/auth/webhooks/delete.ts';
import { handler as tick } from '#functions/scheduled/webhooks.ts';
import { newEmail } from '#lib/testing/functions/accounts.ts';
import { call } from '#lib/testing/functions/call.ts';
import { comeDue, hook, shown, waiting } from '#test/functions/auth/webhooks/hooks.ts';
import { invited } from '#test/support/accounts/teams.ts';
import { receiver } from '#test/support/http/receiver.ts';
import { hijacked, ownerBearer, takenOver } from './hijacked.ts';

/* The attacker has the account's events sent to a URL of theirs, and waits for what the owner will do. */

const open: { close(): Promise<void> }[] = [];
beforeAll(() => {
  process.env.SVC_MODE = 'local';
});
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function listening(answer?: (nth: number) => number | undefined) {
  const one = await receiver(answer);
  open.push(one);
  return one;
}

test('a webhook of before is told nothing that the owner does', async () => {
  const { url, received } = await listening();
  const { attacker, loot } = await hijacked((owner) => hook(owner, url));
  await takenOver(attacker);
  const bearer = await ownerBearer(attacker);
  await invited({ bearer }, newEmail());
  await tick();
  expect(received).toEqual([]);
  expect(await waiting(attacker.account_id)).toEqual([]);
  expect(await shown({ bearer }, loot.id)).toMatchObject({
    status: 'disabled',
    status_reason: expect.stringMatching(/^revoked .*; delete it and make a new one$/),
  });
  expect((await call(remove, { bearer, params: { id: loot.id } })).status).toBe(200);
});

test('nor is what was on its way to it tried again', async () => {
  const { url, received } = await listening(() => 500);
  const { attacker } = await hijacked(async (owner) => {
    await hook(owner, url);
    await invited(owner, newEmail());
    await tick();
  });
  expect(received).toHaveLength(1);
  await takenOver(attacker);
  await comeDue(attacker.account_id);
  await tick();
  expect(received).toHaveLength(1);
  expect(await waiting(attacker.account_id)).toEqual([]);
});

test('the owner’s own is told', async () => {
  const { attacker } = await hijacked(async () => undefined);
  await takenOver(attacker);
  const { url, received } = await listening();
  const bearer = await ownerBearer(attacker);
  await hook({ bearer }, url);
  await invited({ bearer }, newEmail());
  await tick();
  expect(received).toHaveLength(1);
});
