import { expect } from 'vitest';
import { type Attack, fields } from '#test/hostile/proxy/balancer-ground.ts';

export const attack: Attack = {
  tries: 'names in capitals, pseudo-headers twice, too late, unknown, of answers or missing',
  async by({ ask, heard }) {
    const late = fields().filter(([name]) => name !== ':path');
    const heads = [
      ...[':method', ':scheme', ':path', ':authority'].map((name) => [...fields(), [name, '/x'] as const]),
      [...late, ['x-a', 'b'], [':path', '/']] as const,
      [['x-a', 'b'], ...fields()] as const,
      fields({ ':status': '200' }),
      fields({ ':own': 'x' }),
      ...[':method', ':scheme', ':path'].map((missing) => fields().filter(([name]) => name !== missing)),
    ];
    const answers = [];
    for (const head of heads) answers.push(await ask(head));
    expect(answers).toEqual(heads.map(() => 'refused'));
    expect(heard()).toEqual([]);
    // nghttp2 may leave out a field whose name is none. The rest is a whole request.
    for (const name of ['X-Odd', 'Transfer-Encoding', 'Content-Length', 'x odd', 'x-odd ', 'x-odd:', '']) {
      await ask(fields({ [name]: '777' }));
    }
    expect(heard().filter((text) => text.includes('777'))).toEqual([]);
  },
};
