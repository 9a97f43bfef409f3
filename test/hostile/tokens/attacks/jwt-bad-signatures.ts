import type { Attack } from '#test/hostile/tokens/ground.ts';

export const attack: Attack = {
  tries: 'signatures that are cut, longer, empty or of zeros',
  async by({ attacker, refuses }) {
    const [head, body, signature = ''] = attacker.bearer.split('.');
    const bytes = Buffer.from(signature, 'base64url');
    const changed = [
      bytes.subarray(1),
      bytes.subarray(0, -1),
      Buffer.concat([bytes, Buffer.alloc(1)]),
      Buffer.concat([Buffer.alloc(1), bytes]),
      Buffer.alloc(0),
      Buffer.alloc(256),
      Buffer.alloc(256, 0xff),
      Buffer.from([...bytes].reverse()),
      Buffer.alloc(100_000),
    ];
    for (const one of changed) await refuses(`${head}.${body}.${one.toString('base64url')}`);
    for (const text of [
      '',
      '=',
      '.',
      ' ',
      '%00',
      'null',
      `${signature}.`,
      `.${signature}`,
      `${signature}%`,
      `${signature} x`,
    ])
      await refuses(`${head}.${body}.${text}`);
  },
};
