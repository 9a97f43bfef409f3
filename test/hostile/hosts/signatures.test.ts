import { createHash, createHmac } from 'node:crypto';
import { importJWK, type JWK, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { HostLink } from '#lib/agent/link/link.ts';
import { signerOf } from '#lib/agent/link/sign.ts';
import type { Sent } from '#lib/agent/link/transport.ts';
import { direct } from '#test/support/hosts/host-link.ts';
import { state } from '#test/support/table/state.ts';
import { type Called, callOf, type Ground, makeGround, outcomeOf } from './ground.ts';
import { attacksWith } from './inputs.ts';

/* Whoever sits between a host and its platform, or has a host of his own, signs in the name of another. */

let ground: Ground;
beforeAll(async () => {
  ground = await makeGround();
});

const digestOf = (body: string) => createHash('sha256').update(body).digest('base64url');
const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

/** Claims as they should be for a call of the victim, changed. */
function claims({ method, target, body }: Sent, changes: object = {}): Record<string, unknown> {
  const iat = Math.floor(Date.now() / 1000);
  const right = { iss: ground.victim.id, aud: 'svc', iat, exp: iat + 60, m: method, p: target, b: digestOf(body) };
  const all = Object.entries({ ...right, ...changes });
  return Object.fromEntries(all.filter(([, value]) => value !== undefined));
}

/** Signs by the victim's own key, with these claims. */
async function genuine(payload: Record<string, unknown>, key: JWK = ground.victim.key, header: object = {}) {
  const signed = new SignJWT(payload).setProtectedHeader({ alg: 'EdDSA', ...header });
  return `SvcHost ${await signed.sign(await importJWK(key, 'EdDSA'))}`;
}

const hour = 3600;
const shifted = (seconds: number) => {
  const iat = Math.floor(Date.now() / 1000) + seconds;
  return { iat, exp: iat + 60 };
};

/** Authorization headers that are none, by what they are. The victim has signed those that were replayed. */
const forgeries: Readonly<Record<string, (sent: Sent) => string | Promise<string>>> = {
  'no signature at all': () => '',
  'another scheme': async (sent) => (await genuine(claims(sent))).replace('SvcHost', 'Bearer'),
  'alg none': (sent) => `SvcHost ${part({ alg: 'none' })}.${part(claims(sent))}.`,
  'alg none with a signature': async (sent) => {
    const [, , signature] = (await genuine(claims(sent))).split('.');
    return `SvcHost ${part({ alg: 'none' })}.${part(claims(sent))}.${signature}`;
  },
  'the public key as a shared secret': (sent) => {
    const text = `${part({ alg: 'HS256' })}.${part(claims(sent))}`;
    const secret = Buffer.from(ground.victim.public_key, 'base64url');
    return `SvcHost ${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  },
  "the attacker's own key": (sent) => genuine(claims(sent), ground.attacker.key),
  "the attacker's own key, which the signature brings": (sent) => {
    const { d: _, ...jwk } = ground.attacker.key;
    return genuine(claims(sent), ground.attacker.key, { jwk, kid: ground.attacker.id });
  },
  'a replay on another path': (sent) => genuine(claims(sent, { p: `${sent.target}/x` })),
  'a replay with another query': (sent) => genuine(claims(sent, { p: `${sent.target}&epoch=2` })),
  'a replay with another method': (sent) => genuine(claims(sent, { m: sent.method === 'GET' ? 'POST' : 'GET' })),
  'a replay with another body': (sent) => genuine(claims(sent, { b: digestOf(`${sent.body} `) })),
  'no body signed': (sent) => genuine(claims(sent, { b: undefined })),
  'another deployment': (sent) => genuine(claims(sent, { aud: 'https://api.elsewhere.example' })),
  'what was signed to join': (sent) => genuine(claims(sent, { iss: 'joining', aud: 'joining' })),
  "another host's name": (sent) => genuine(claims(sent, { iss: ground.attacker.id })),
  'a minute that is over': (sent) => genuine(claims(sent, shifted(-75))),
  'a minute that has not begun': (sent) => genuine(claims(sent, shifted(30))),
  'an hour instead of a minute': (sent) => genuine(claims(sent, { exp: Math.floor(Date.now() / 1000) + hour })),
  'no end': (sent) => genuine(claims(sent, { exp: undefined })),
  'no beginning': (sent) => genuine(claims(sent, { iat: undefined })),
  'ten thousand characters more': async (sent) => `${await genuine(claims(sent))}${'A'.repeat(10_000)}`,
};

/** The victim's link, on which somebody writes another Authorization header. */
function linkWith(forge: (sent: Sent) => string | Promise<string>): HostLink {
  const send = async (sent: Sent) =>
    direct.send({ ...sent, headers: { ...sent.headers, authorization: await forge(sent) } });
  const link = new HostLink({ ...victim(), transport: { ...direct, send } });
  link.begin(ground.victim.epoch);
  return link;
}

const victim = () => ({ hostId: ground.victim.id, key: ground.victim.key, audience: 'svc' });

describe('in the name of another host', () => {
  test.each(Object.entries(forgeries))('%s opens no route', async (_, forge) => {
    const attacks = attacksWith(ground);
    const before = await state();
    for (const name of Object.keys(attacks) as Called[]) {
      const { input, params } = attacks[name];
      const outcome = await outcomeOf(callOf(linkWith(forge), name, input, params));
      expect([name, outcome]).toEqual([name, '401 invalid_host_signature']);
    }
    expect(await state()).toEqual(before);
  });

  test('what the victim signs itself is served, and a replay of it changes nothing more', async () => {
    const replayed: Sent[] = [];
    const sign = await signerOf(ground.victim.key);
    const genuinely = async (sent: Sent) => {
      const authorization = await sign({ ...sent, issuer: ground.victim.id, audience: 'svc' });
      replayed.push({ ...sent, headers: { ...sent.headers, authorization } });
      return authorization;
    };
    const { input, params } = attacksWith(ground).startHost;
    const first = await outcomeOf(callOf(linkWith(genuinely), 'startHost', input, params));
    expect(first).toMatchObject({ epoch: 2 });
    const before = (await state()).filter(({ sk }) => sk === 'HOST');
    const again = await direct.send(replayed[0] as Sent);
    expect([again.status, JSON.parse(again.text)]).toEqual([200, first]);
    expect((await state()).filter(({ sk }) => sk === 'HOST')).toEqual(before);
  });
});
