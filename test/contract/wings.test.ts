import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

/* The five wings, on the three floors that have them: what each may import of the others (docs/architecture.md). */

const root = fileURLToPath(new URL('../../lib/', import.meta.url));
const floors = ['domain', 'store', 'model'];
const below: Record<string, readonly string[]> = {
  platform: [],
  identity: ['platform'],
  billing: ['platform', 'identity'],
  storage: ['platform', 'identity', 'billing'],
  compute: ['platform', 'identity', 'billing'],
};

/** Imports of a file of a wing that go up, or across to the other wing at the top. */
function upward(wing: string, source: string): string[] {
  const imports = source.matchAll(/'#lib\/(?:domain|store|model)\/([a-z]+)\/[^']+'/g);
  return [...imports]
    .filter(([, other = '']) => other in below && other !== wing && !below[wing]?.includes(other))
    .map(([path]) => path.slice(1, -1));
}

const sources = floors.flatMap((floor) =>
  readdirSync(join(root, floor), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ file: `lib/${floor}/${path}`, wing: wingOf(`${floor}/${path}`) })),
);

/** The edge's part of the store is of the lowest wing. */
function wingOf(path: string): string {
  const [, wing = ''] = path.split('/');
  return path.startsWith('store/requests/') ? 'platform' : wing;
}

test('every file of a floor is in a wing, but for the page of keys', () => {
  const outside = sources.filter(({ wing }) => !(wing in below)).map(({ file }) => file);
  expect(outside).toEqual(['lib/store/keys.ts']);
});

test('imports between wings go one way', () => {
  const found = sources
    .filter(({ wing }) => wing in below)
    .flatMap(({ file, wing }) =>
      upward(wing, readFileSync(join(root, file.slice('lib/'.length)), 'utf8')).map((path) => `${file} → ${path}`),
    );
  expect(found).toEqual([]);
});

test.each([
  ['platform', 'identity'],
  ['identity', 'billing'],
  ['billing', 'compute'],
  ['storage', 'compute'],
  ['compute', 'storage'],
])('an import from %s into %s is found, of whatever kind', (from, to) => {
  const path = `#lib/domain/${to}/some/file.ts`;
  for (const line of [
    `import { a } from '${path}';`,
    `import type { A } from '${path}';`,
    `await import('${path}');`,
  ]) {
    expect(upward(from, line)).toEqual([path]);
  }
  expect(upward(from, "import { a } from '#lib/store/platform/read.ts';")).toEqual([]);
});
