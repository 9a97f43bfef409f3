import { expect, test } from 'vitest';
import { handler as accept } from '#functions/auth/team/accept.ts';
import { handler as info } from '#functions/auth/team/info.ts';
import { handler as list } from '#functions/auth/team/list-invites.ts';
import { handler as revoke } from '#functions/auth/team/revoke.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call } from '#lib/testing/functions/call.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import { callerOf, expectStatus, refusal } from '#test/support/accounts/iam.ts';
import { invited } from '#test/support/accounts/teams.ts';
import { hijacked, ownerBearer, takenOver } from './hijacked.ts';

/* The attacker invites a second address of theirs as an administrator, and accepts once the owner has come. */

test('an invite of before opens nothing; the owner may invite the same address', async () => {
  const accomplice = await verified();
  const { attacker, loot } = await hijacked((owner) => invited(owner, accomplice.email, 'admin'));
  const { id, token } = loot;
  expect((await call(info, { query: { token }, ip: newIp() })).status).toBe(200);
  await takenOver(attacker);
  const unknown = [404, 'not_found', 'token: no such invite; it may have been revoked'];
  expect(refusal(await call(info, { query: { token }, ip: newIp() }))).toEqual(unknown);
  expect(refusal(await call(accept, { bearer: accomplice.bearer, body: { token } }))).toEqual(unknown);
  const owner = callerOf({ bearer: await ownerBearer(attacker) });
  expect((await expectStatus(200, owner(list))).invites).toEqual([]);
  expect(refusal(await owner(revoke, { params: { id } }))).toEqual([
    409,
    'wrong_state',
    `invite ${id} is revoked, not pending`,
  ]);
  const again = await invited({ bearer: await ownerBearer(attacker) }, accomplice.email);
  expect(refusal(await call(accept, { bearer: accomplice.bearer, body: { token } }))).toEqual(unknown);
  expect((await call(accept, { bearer: accomplice.bearer, body: { token: again.token } })).status).toBe(200);
});
