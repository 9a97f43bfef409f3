import { createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { expect } from 'vitest';
import { handler as me } from '#functions/auth/sessions/me.ts';
import { handler as listKeys } from '#functions/compute/ssh-keys/list.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { newIp } from '#lib/testing/functions/accounts.ts';
import { call, type Reply, type SignedUp } from '#lib/testing/functions/call.ts';
import type { Call } from '#lib/testing/functions/event.ts';
import { accessKey, type Credentials, iamUser } from '#lib/testing/functions/iam-users.ts';
import { verified } from '#lib/testing/functions/verified.ts';
import type { Attack as AttackOn } from '#test/hostile/support/attacks.ts';
import { forge, leakedKey, peek, rs256 } from '#test/lib/drivers/tokens/forge.ts';

/** An attacker with an account, a victim with another, and the platform's keys, of which one is public. */
export interface Ground {
  readonly attacker: SignedUp;
  readonly victim: SignedUp;
  /** Header and payload of the attacker's own token. */
  readonly header: Record<string, unknown>;
  readonly payload: Record<string, unknown>;
  readonly publicKey: KeyObject;
  /** A key of the attacker's making. */
  readonly ownKey: KeyObject;
  /** Signed as the platform would, for claims that it never signs together. */
  genuine(payload: object, header?: object): Promise<string>;
  /** Signed with the attacker's key. */
  forged(header: object, payload?: object): string;
  /** Credentials of the attacker's account, and of its victim's. */
  keyOf(of: SignedUp): Promise<Credentials>;
  /** Every way in refuses this as a token: in the header, in the cookie, to read and to change. */
  refuses(token: string): Promise<void>;
  /** A request is refused with 401 and one of these codes. */
  refused(reply: Promise<Reply>, ...codes: string[]): Promise<void>;
}

export type Attack = AttackOn<Ground>;

const ways = (token: string): Call[] => [
  { headers: { authorization: `Bearer ${token}` }, ip: newIp() },
  { cookies: { svc_access: token }, ip: newIp() },
];

const statusOf = ({ status, headers }: Reply) => ({ status, code: headers['x-error-code'] });
const UNPROVEN = ['invalid_token', 'token_expired', 'missing_credentials', 'invalid_signature', 'signature_expired'];

export async function openGround(): Promise<Ground> {
  const attacker = await verified();
  const victim = await verified();
  const { header, payload } = peek(attacker.bearer);
  const { kid, key } = await leakedKey();
  const { privateKey: ownKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const refused: Ground['refused'] = async (reply, ...codes) => {
    const said = statusOf(await reply);
    expect(said).toEqual({ status: 401, code: expect.toBeOneOf(codes.length > 0 ? codes : UNPROVEN) });
  };
  return {
    attacker,
    victim,
    header,
    payload,
    publicKey: createPublicKey(key),
    ownKey,
    genuine: async (changed, head = {}) => forge({ ...header, kid, ...head }, { ...payload, ...changed }, rs256(key)),
    forged: (head, changed = {}) => forge({ ...header, ...head }, { ...payload, ...changed }, rs256(ownKey)),
    keyOf: async ({ account_id }) => accessKey(await iamUser(account_id, { policies: ['AdministratorAccess'] })),
    refused,
    async refuses(token) {
      for (const way of ways(token)) {
        await refused(call(me, way));
        await refused(call(listKeys, way));
        await refused(call(createVpc, { ...way, body: { name: 'taken' } }));
      }
    },
  };
}
