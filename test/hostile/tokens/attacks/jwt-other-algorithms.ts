import { constants, generateKeyPairSync, sign } from 'node:crypto';
import type { Attack } from '#test/hostile/tokens/ground.ts';
import { forge } from '#test/lib/drivers/tokens/forge.ts';

export const attack: Attack = {
  tries: 'a token of another algorithm under the same key id',
  async by({ header, payload, ownKey, refuses }) {
    const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
    const ed = generateKeyPairSync('ed25519').privateKey;
    const text = (input: string) => Buffer.from(input);
    const tokens = [
      forge({ ...header, alg: 'RS384' }, payload, (input) => sign('sha384', text(input), ownKey)),
      forge({ ...header, alg: 'RS512' }, payload, (input) => sign('sha512', text(input), ownKey)),
      forge({ ...header, alg: 'PS256' }, payload, (input) =>
        sign('sha256', text(input), { key: ownKey, padding: constants.RSA_PKCS1_PSS_PADDING }),
      ),
      forge({ ...header, alg: 'RS1' }, payload, (input) => sign('sha1', text(input), ownKey)),
      forge({ ...header, alg: 'ES256' }, payload, (input) =>
        sign('sha256', text(input), { key: ec, dsaEncoding: 'ieee-p1363' }),
      ),
      forge({ ...header, alg: 'ES256' }, payload, () => Buffer.alloc(64)),
      forge({ ...header, alg: 'EdDSA' }, payload, (input) => sign(null, text(input), ed)),
      forge({ ...header, alg: ['RS256'] }, payload, (input) => sign('sha256', text(input), ownKey)),
    ];
    for (const token of tokens) await refuses(token);
  },
};
