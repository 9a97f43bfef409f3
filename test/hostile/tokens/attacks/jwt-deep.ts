import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'a token whose header or payload nests without end',
  async by({ refuses }) {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const encode = (text: string) => Buffer.from(text).toString('base64url');
    for (const text of [deep, `{"alg":"RS256","kid":${deep}}`, `{"alg":"RS256","crit":${deep}}`]) {
      await refuses(`${encode(text)}.${encode('{}')}.AAAA`);
      await refuses(`${encode(text).slice(0, 1000)}.${encode('{}')}.AAAA`);
    }
  },
};
