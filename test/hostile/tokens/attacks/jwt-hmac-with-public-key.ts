import { createHmac } from 'node:crypto';
import type { Attack } from '#test/hostile/tokens/ground.ts';
import { forge } from '#test/lib/drivers/tokens/forge.ts';

export const attack: Attack = {
  tries: 'a token signed with the public key as a shared secret',
  async by({ header, payload, publicKey, refuses }) {
    const secrets = [
      publicKey.export({ type: 'spki', format: 'pem' }),
      publicKey.export({ type: 'pkcs1', format: 'pem' }),
      publicKey.export({ type: 'spki', format: 'der' }),
      JSON.stringify(publicKey.export({ format: 'jwk' })),
      publicKey.export({ format: 'jwk' }).n as string,
      Buffer.from(publicKey.export({ format: 'jwk' }).n as string, 'base64url'),
      '',
    ];
    for (const secret of secrets) {
      for (const bits of [256, 384, 512]) {
        await refuses(
          forge({ ...header, alg: `HS${bits}` }, payload, (input) =>
            createHmac(`sha${bits}`, secret).update(input).digest(),
          ),
        );
      }
    }
  },
};
