import { beforeAll, expect, test } from 'vitest';
import { handler as accept } from '#functions/auth/team/accept.ts';
import { handler as invite } from '#functions/auth/team/invite.ts';
import { handler as listInvites } from '#functions/auth/team/list-invites.ts';
import { handler as listMembers } from '#functions/auth/team/list-members.ts';
import { handler as listWebhooks } from '#functions/auth/webhooks/list.ts';
import { newEmail } from '#lib/testing/functions/accounts.ts';
import { call, type SignedUp, signedUp } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { invited } from '#test/support/accounts/teams.ts';
import { tableCalls } from '#test/support/table/table-calls.ts';

let owner: SignedUp;
beforeAll(async () => {
  await signedUp();
  owner = await verified();
});

const cost = async (work: () => Promise<unknown>) => {
  await work();
  const { calls, rounds } = await tableCalls(work);
  return { calls: calls.length, rounds };
};

test.each([
  ['members', listMembers],
  ['invites', listInvites],
  ['webhooks', listWebhooks],
])('a list of %s costs three calls in two rounds', async (_, handler) => {
  expect(await cost(() => call(handler, { bearer: owner.bearer }))).toEqual({ calls: 3, rounds: 2 });
});

test('an invite and a join cost five calls each, in three rounds', async () => {
  const send = () => call(invite, { bearer: owner.bearer, body: { email: newEmail(), role: 'viewer' } });
  expect(await cost(send)).toEqual({ calls: 5, rounds: 3 });
  const person = await signedUp();
  const { token } = await invited(owner, person.email);
  const { calls, rounds } = await tableCalls(() => call(accept, { bearer: person.bearer, body: { token } }));
  expect({ calls: calls.length, rounds }).toEqual({ calls: 5, rounds: 3 });
});
