import { expect } from 'vitest';
import { type Attack, fields, usual } from '#test/hostile/proxy/balancer-ground.ts';
import type { Fields } from '#test/hostile/support/http2-frames.ts';

export const attack: Attack = {
  tries: 'targets, hosts and schemes other than those of the connection',
  async by({ ask, heard }) {
    const odd: Record<string, string>[] = [
      ...[
        '/a b',
        '/ HTTP/1.1',
        '/\t',
        '/\x7f',
        '',
        'a',
        '*',
        '?x',
        '/#x',
        'http://shop.example.in/',
        'ftp://shop.example.in/',
      ],
      ...['https://other.example/', 'https://shop.example.in/', 'https://shop.example.in@other.example/'],
    ].map((path) => ({ ':path': path }));
    odd.push({ ':authority': '' }, { ':authority': 'a b' }, { ':authority': 'a@b' }, { ':authority': 'a/b' });
    odd.push({ ':authority': 'a,b?' }, { host: 'other.example' }, { host: '' }, { ':authority': '', host: 'a' });
    const answers = [];
    for (const one of odd) answers.push([one, await ask(fields(one))]);
    expect(answers.filter(([, answer]) => answer !== '400' && answer !== 'refused')).toEqual([]);
    const { ':authority': _, ...bare } = usual;
    expect(await ask(Object.entries(bare))).toMatch(/400|refused/);
    expect(await ask([...Object.entries(bare), ['host', 'a'], ['host', 'b']])).toBe('refused');
    expect(heard()).toEqual([]);
    // What is the same said otherwise reaches the backend in one form, with the scheme of the listener.
    const same: Fields[] = [
      fields({ host: 'shop.example.in' }),
      fields({ ':scheme': 'http' }),
      fields({ ':scheme': 'ftp' }),
      [...Object.entries(bare), ['host', 'shop.example.in']],
    ];
    for (const one of same) expect(await ask(one)).toBe('200');
    const forms = heard().map((text) =>
      text.toLowerCase().replaceAll(/^(host|x-forwarded-host|x-forwarded-proto): /gm, '$1='),
    );
    expect(new Set(forms).size).toBe(1);
    expect(forms[0]).toMatch(/^get \/ http\/1\.1\r\nhost=shop\.example\.in\r\n/);
    expect(forms[0]).toContain('\r\nx-forwarded-proto=https\r\n');
  },
};
