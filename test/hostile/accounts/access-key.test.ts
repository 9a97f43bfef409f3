import { expect, test } from 'vitest';
import { handler as createKey } from '#functions/auth/access-keys/create.ts';
import { handler as listKeys } from '#functions/auth/access-keys/list.ts';
import { handler as updateKey } from '#functions/auth/access-keys/update.ts';
import { handler as exchange } from '#functions/auth/credentials/exchange.ts';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call } from '#lib/testing/functions/call.ts';
import { signed } from '#lib/testing/functions/sign.ts';
import { callerOf, expectStatus, newIamCaller, refusal } from '#test/support/accounts/iam.ts';
import { hijacked, ownerBearer, takenOver } from './hijacked.ts';

/*
 * The attacker makes an administrator with an access key before the address's owner comes, and goes on using the key.
 */

const admin = { policy_ids: ['AdministratorAccess'] };

test('an administrator’s access key of before does not outlive the reset: signature, token, exchange', async () => {
  const { attacker, loot: key } = await hijacked((owner) => newIamCaller(owner, admin));
  const { access_key_id, secret_key } = key;
  const sign = () => call(me, signed(me, key));
  const trade = () => call(exchange, { body: { access_key_id, secret_key }, ip: newIp() });
  expect([(await sign()).status, (await key.call(me)).status, (await trade()).status]).toEqual([200, 200, 200]);
  await takenOver(attacker);
  expect(refusal(await sign())).toEqual([401, 'key_inactive', `access key ${access_key_id} is inactive`]);
  expect(refusal(await key.call(me))).toEqual([401, 'invalid_token', expect.any(String)]);
  expect(refusal(await trade())).toEqual([401, 'key_inactive', `access key ${access_key_id} is inactive`]);
});

test('it stays dead: nobody activates it again, and the user gets a new one', async () => {
  const { attacker, loot: key } = await hijacked((owner) => newIamCaller(owner, admin));
  await takenOver(attacker);
  const owner = callerOf({ bearer: await ownerBearer(attacker) });
  const params = { username: key.username };
  const { access_keys } = await expectStatus(200, owner(listKeys, { params }));
  expect(access_keys).toMatchObject([{ access_key_id: key.access_key_id, status: 'inactive' }]);
  const path = { ...params, id: key.access_key_id };
  const activated = await owner(updateKey, { params: path, body: { status: 'active' } });
  expect(refusal(activated)).toEqual([
    409,
    'wrong_state',
    expect.stringMatching(/was revoked .*; delete it and make another$/),
  ]);
  await expectStatus(200, owner(updateKey, { params: path, body: { description: 'not mine' } }));
  expect((await call(me, signed(me, key))).status).toBe(401);
  const fresh = await expectStatus(201, owner(createKey, { params }));
  expect((await call(me, signed(me, fresh))).status).toBe(200);
});
