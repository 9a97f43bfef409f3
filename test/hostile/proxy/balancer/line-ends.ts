import { expect } from 'vitest';
import { type Attack, fields, usual } from '#test/hostile/proxy/balancer-ground.ts';

const second = 'GET /hidden HTTP/1.1\r\nHost: x\r\n\r\n';

export const attack: Attack = {
  tries: 'line ends and NUL in names, values, the path and the authority',
  async by({ ask, heard }) {
    for (const end of ['\r\n', '\n', '\r', '\0']) {
      for (const [name, own] of Object.entries(usual)) {
        expect(await ask(fields({ [name]: `${own}${end}X-Hidden: 1${end}${end}${second}` })), name).toMatch(
          /400|refused/,
        );
      }
      expect(heard()).toEqual([]);
      // nghttp2 may leave such a field out. The rest is a whole request.
      await ask(fields({ 'x-odd': `a${end}x-hidden: 1${end}${end}${second}` }));
      await ask(fields({ [`x-odd${end}x-hidden`]: '1' }));
      await ask(fields({ 'x-odd: 1\r\nx-hidden': '1' }));
      await ask(fields({ cookie: `a=1${end}x-hidden: 1` }));
      const sent = heard();
      expect(sent.filter((text) => /hidden/i.test(text))).toEqual([]);
      expect(sent.filter((text) => text.split('HTTP/1.1').length !== 2)).toEqual([]);
    }
  },
};
