import { expect, test } from 'vitest';
import { handler as createTicket } from '#functions/compute/instances/console-ticket.ts';
import { consoleGrant } from '#lib/domain/compute/console/credentials.ts';
import { readPrincipal } from '#lib/domain/identity/sessions/principal.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { call, type SignedUp } from '#lib/testing/functions/call.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { expectStatus } from '#test/support/accounts/iam.ts';
import { launched, putInto, up } from '#test/support/compute/instances.ts';
import { standInHost } from '#test/support/hosts/hosts.ts';
import { hijacked, takenOver } from './hijacked.ts';

/* The attacker keeps a ticket for a machine's console, which needs no other credentials for a minute. */

async function ticketed(owner: SignedUp) {
  const { id, account_id } = await launched(owner);
  await putInto({ id, account_id }, up);
  const { ticket } = await expectStatus(201, call(createTicket, { bearer: owner.bearer, params: { id } }));
  return { id, ticket: ticket as string };
}

/** What the console's host asks before it opens one, and again while it is open. */
async function admitted({ id, ticket }: { id: string; ticket: string }) {
  const { grant } = await consoleGrant({}, ticket, id, civilNow());
  return async () => (await readPrincipal(grant, civilNow())).principal;
}

test('a ticket of before opens no console, and one that is open ends', async () => {
  await testTable();
  await standInHost();
  const { attacker, loot } = await hijacked(async (owner) => {
    const still = await admitted(await ticketed(owner));
    return { still, kept: await ticketed(owner) };
  });
  expect((await loot.still()).id).toBe(attacker.user.id);
  await takenOver(attacker);
  await expect(loot.still()).rejects.toMatchObject({ code: 'invalid_token' });
  await expect(admitted(loot.kept).then((open) => open())).rejects.toMatchObject({ code: 'invalid_token' });
});
