import { createPublicKey } from 'node:crypto';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a token that brings its own key along',
  async by({ header, ownKey, forged, refuses }) {
    const jwk = createPublicKey(ownKey).export({ format: 'jwk' });
    await refuses(forged({ jwk }));
    await refuses(forged({ jwk: { ...jwk, kid: header.kid, alg: 'RS256', use: 'sig' }, kid: undefined }));
    await refuses(
      forged({ x5c: [createPublicKey(ownKey).export({ type: 'spki', format: 'der' }).toString('base64')] }),
    );
    await refuses(forged({ x5t: 'x', 'x5t#S256': 'x', jwk, kid: 'mine' }));
  },
};
