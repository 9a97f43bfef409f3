import { createPublicKey } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect } from 'vitest';
import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a token that says at which address its key is to be had',
  async by({ ownKey, forged, refuses }) {
    let asked = 0;
    const server = createServer((_request, response) => {
      asked += 1;
      response.end(
        JSON.stringify({
          keys: [{ ...createPublicKey(ownKey).export({ format: 'jwk' }), kid: 'mine', use: 'sig', alg: 'RS256' }],
        }),
      );
    });
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks.json`;
    for (const head of [{ jku: url }, { x5u: url }, { jku: url, kid: url }, { kid: url }, { iss: url }])
      await refuses(forged({ kid: 'mine', ...head }));
    await refuses(forged({ jku: url, kid: 'mine' }, { iss: url }));
    server.close();
    expect(asked).toBe(0);
  },
};
