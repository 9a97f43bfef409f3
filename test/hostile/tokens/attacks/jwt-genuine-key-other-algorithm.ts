import { constants, sign } from 'node:crypto';
import type { Attack } from '#test/hostile/tokens/ground.ts';
import { forge, leakedKey } from '#test/lib/drivers/tokens/forge.ts';

export const attack: Attack = {
  tries: "a token that the platform's own key signed in another way",
  async by({ header, payload, refuses }) {
    const { key } = await leakedKey();
    const text = (input: string) => Buffer.from(input);
    const changed = { ...payload, jti: 'another' };
    await refuses(
      forge({ ...header, alg: 'PS256' }, changed, (input) =>
        sign('sha256', text(input), { key, padding: constants.RSA_PKCS1_PSS_PADDING }),
      ),
    );
    await refuses(forge({ ...header, alg: 'RS512' }, changed, (input) => sign('sha512', text(input), key)));
    await refuses(forge({ ...header, alg: 'RS256' }, changed, (input) => sign('sha512', text(input), key)));
  },
};
