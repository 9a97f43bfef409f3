import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { engineCalls } from '#lib/drivers/objects/engine.ts';
import { readRoutes } from '#lib/generate/routes.ts';
import { readFunctions } from '#test/support/platform/functions.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const functions = [...readFunctions(root)].map(([key, { handler, access = [] }]) => ({
  key,
  access,
  files: loaded(handler.replace(/\.handler$/, '.ts')),
}));

/** Every file of ours that a file loads at once, itself included. */
function loaded(file: string, seen = new Set<string>()): Set<string> {
  if (seen.has(file)) return seen;
  seen.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  for (const [, what = '', from = ''] of text.matchAll(/^(?:import|export) (.*?) ?from '([.#][^']+\.ts)';$/gms)) {
    if (!what.startsWith('type ')) loaded(from.startsWith('#') ? from.slice(1) : join(dirname(file), from), seen);
  }
  return seen;
}

const having = (grant: string) => functions.filter(({ access }) => access.includes(grant)).map(({ key }) => key);
const loading = (file: string) => functions.filter(({ files }) => files.has(file)).map(({ key }) => key);

test.each([
  ['keys:sign', 'lib/drivers/tokens/signing-keys.ts'],
  ['mail:send', 'lib/drivers/mail/send.ts'],
])('those and only those functions have %s that load %s', (grant, file) => {
  expect(having(grant)).toEqual(loading(file));
  expect(having(grant).length).toBeGreaterThan(1);
});

test('every route that looks at credentials may read the keys to verify them with, and to open what is sealed', async () => {
  const keyed = new Set([...having('keys:use'), ...having('keys:sign')]);
  const routes = (await readRoutes()).filter(({ route }) => !route.unlimited).map(({ key }) => key);
  expect(routes.filter((key) => !keyed.has(key))).toEqual([]);
});

test('whoever only reads the table cannot write it', () => {
  const both = functions.filter(({ access }) => access.includes('table:read') && access.includes('table:write'));
  expect(both.map(({ key }) => key)).toEqual([]);
});

/** Which grant each call of the object engine needs. */
const grantOf: Record<(typeof engineCalls)[number], string> = {
  usage: 'objects:read',
  listObjects: 'objects:read',
  readPolicy: 'objects:read',
  applyLifecycles: 'objects:read',
  createBucket: 'objects:manage',
  configureBucket: 'objects:manage',
  writePolicy: 'objects:manage',
  deleteBucket: 'objects:manage',
  emptyBucket: 'objects:manage',
  putKey: 'objects:keys',
  deleteKey: 'objects:keys',
};
const engineCall = new RegExp(`\\b(?:engine|own|engine\\(\\))\\.(${engineCalls.join('|')})\\(`, 'g');

/** The authority of a gateway's certificate stands in the secret with its owner's keys. */
const authority = /\bcallEngine\(engineAuthority\)/;

function needed(files: ReadonlySet<string>): string[] {
  const domain = [...files].filter((file) => file.startsWith('lib/domain/'));
  const texts = domain.map((file) => readFileSync(join(root, file), 'utf8'));
  const calls = texts.flatMap((text) => [...text.matchAll(engineCall)]);
  const grants = calls.map(([, call]) => grantOf[call as (typeof engineCalls)[number]]);
  return [...new Set([...grants, ...(texts.some((text) => authority.test(text)) ? ['objects:read'] : [])])].sort();
}

test('a function may do at the object engine what it calls there, and nothing else', () => {
  const granted = functions.map(({ key, access }) => [key, access.filter((grant) => /^objects:/.test(grant)).sort()]);
  const wanted = functions.map(({ key, files }) => [key, needed(files)]);
  expect(granted).toEqual(wanted);
  expect(new Set(wanted.flatMap(([, grants]) => grants))).toEqual(new Set(Object.values(grantOf)));
});
