import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'texts that are tokens to other readers: encrypted, as JSON, nested, of one part or of many',
  async by({ attacker, refuses }) {
    const [head = '', body = '', signature = ''] = attacker.bearer.split('.');
    const texts = [
      `${head}.${body}`,
      head,
      '..',
      '.',
      'null',
      '{}',
      '[]',
      'undefined',
      `${head}..${signature}`,
      `${head}.${body}.${signature}.${signature}`,
      `${head}.${body}.${signature}.x.y`,
      JSON.stringify({ payload: body, protected: head, signature }),
      JSON.stringify({ payload: body, signatures: [{ protected: head, signature }] }),
      Buffer.from(attacker.bearer).toString('base64url'),
      'x'.repeat(1_000_000),
      `${head}.${'A'.repeat(100_000)}.${signature}`,
      '\0',
      `${attacker.bearer}\0`,
      `Bearer ${attacker.bearer}`,
      `${attacker.bearer},${attacker.bearer}`,
      `${Buffer.from('[]').toString('base64url')}.${body}.${signature}`,
      `${Buffer.from('{').toString('base64url')}.${body}.${signature}`,
    ];
    for (const text of texts) await refuses(text);
  },
};
