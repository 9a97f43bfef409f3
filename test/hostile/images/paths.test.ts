import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { type TarEntry, tarOf } from '#test/lib/runtime/support/tar-of.ts';
import { describeHostileImages } from './ground.ts';

describeHostileImages('a layer whose paths climb', (ground) => {
  const outside = mkdtempSync(join(tmpdir(), 'svc-bait-'));
  const bait = join(outside, 'bait');
  writeFileSync(bait, 'whole');
  mkdirSync(join(outside, 'open'), { mode: 0o777 });
  afterAll(() => rmSync(outside, { recursive: true, force: true }));

  const attacks: [string, string | RegExp, readonly TarEntry[]][] = [
    ['by dots', 'the path a/../../../x leads out of it', [{ name: 'a/../../../x', body: 'x' }]],
    ['by dots in a long name', 'the path ../x leads out of it', [{ name: 'short', pax: { path: '../x' }, body: 'x' }]],
    ['by a whiteout of its parent', 'a whiteout of it names nothing', [{ name: 'a/.wh...' }]],
    [
      'by a hard link to a file of the host',
      `the hard link own leads to nothing in its layer`,
      [{ name: 'own', type: '1', link: bait }],
    ],
    [
      'by a hard link over dots',
      'the path ../../etc/passwd leads out of it',
      [{ name: 'own', type: '1', link: '../../etc/passwd' }],
    ],
    [
      'by a link to a folder of the host, and a file in it',
      '/way/x: No such file or directory',
      [
        { name: 'way', type: '2', link: join(outside, 'open') },
        { name: 'way/x', body: 'x' },
      ],
    ],
    [
      'by a link to a file of the host that it then writes',
      /^$/,
      [
        { name: 'file', type: '2', link: bait },
        { name: 'file', body: 'overwritten' },
      ],
    ],
    [
      'by a link to a file of the host whose owner it then changes',
      '/way/bait: No such file or directory',
      [
        { name: 'way', type: '2', link: outside },
        { name: 'way/bait', type: '5', mode: 0o777, uid: 1000 },
      ],
    ],
  ];
  it.each(attacks)('%s', async (name, sentence, entries) => {
    const { registry, puller } = ground();
    const said = await puller.pull(registry.push(name.replaceAll(/\W/g, ''), [tarOf(entries)]));
    if (typeof sentence === 'string') expect(said).toEqual({ refused: `a layer cannot be unpacked: ${sentence}` });
    else expect(said).toMatchObject({ pulled: { layers: [{}] } });
    expect(readFileSync(bait, 'utf8')).toBe('whole');
    expect(existsSync(join(outside, 'open/x'))).toBe(false);
  });
});
