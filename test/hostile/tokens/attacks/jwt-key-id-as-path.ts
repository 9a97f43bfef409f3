import { createHmac } from 'node:crypto';
import type { Attack } from '#test/hostile/tokens/ground.ts';
import { forge } from '#test/lib/drivers/tokens/forge.ts';

export const attack: Attack = {
  tries: 'a token whose key id is a path, a query or a name of the language',
  async by({ header, payload, forged, refuses }) {
    const kids = [
      '../../../../../../dev/null',
      '/dev/null',
      '/proc/self/environ',
      'file:///dev/null',
      'https://keys.example.com/jwks.json',
      "' OR '1'='1",
      '$(id)',
      '__proto__',
      'constructor',
      'toString',
      '0',
      `${header.kid}\0`,
      ` ${header.kid}`,
      `${header.kid}/../x`,
    ];
    for (const kid of kids) {
      await refuses(forged({ kid }));
      await refuses(
        forge({ ...header, alg: 'HS256', kid }, payload, (input) => createHmac('sha256', '').update(input).digest()),
      );
    }
  },
};
