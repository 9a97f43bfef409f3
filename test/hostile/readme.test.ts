import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const here = new URL('./', import.meta.url);
const page = readFileSync(new URL('README.md', here), 'utf8');
const rows = [...page.matchAll(/^\| `([\w/]+)` \|.*\| (\d+) \|$/gm)].map(([, folder = '', count]) => [
  folder,
  Number(count),
]);

/** Where a suite collects a folder, every file there is an attack; elsewhere those that vitest finds. */
const isAttack = (folder: string) => (/^(machines|proxy|tenancy|tokens)\//.test(folder) ? '*.ts' : '*.test.ts');

test('README counts the attacks of every folder', () => {
  const counted = rows.map(([folder]) => [
    folder,
    globSync(`${folder}/${isAttack(`${folder}`)}`, { cwd: here.pathname }).length,
  ]);
  expect(rows).toEqual(counted);
  const folders = globSync('*/', { cwd: here.pathname }).map((folder) => folder.replace(/\/$/, ''));
  expect([...new Set(rows.map(([folder]) => `${folder}`.split('/')[0]))].sort()).toEqual(
    folders.filter((folder) => folder !== 'support').sort(),
  );
});
