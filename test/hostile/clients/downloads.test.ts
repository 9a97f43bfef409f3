import { createHash } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folder, foreignPlatform, isRoot, stranger, withObjects } from './ground.ts';

/* Keys and bytes of a bucket to which somebody else writes, too. */
const etagOf = (text: string) => `"${createHash('md5').update(text).digest('hex')}"`;
const honest = () => ({ text: 'bytes', headers: { etag: etagOf('bytes') } });
const inCache = '.cache/svc/downloads';

test('what another key plants under the name of a partial download is not the content of a file', async () => {
  const script = '#!/bin/sh\necho honest\n';
  const begin = `.${createHash('sha256').update('install.sh').digest('hex').slice(0, 12)}.`;
  const partial = `${begin}${etagOf(script).slice(1, -1)}.svc-part`;
  const asked: unknown[] = [];
  const { svc } = await foreignPlatform(
    withObjects([`t/${partial}`, 't/install.sh'], (key, { headers }) => {
      asked.push(headers.range);
      if (key.endsWith('svc-part')) return { text: 'echo planted' };
      if (headers.range) return { status: 416, headers: { 'content-range': 'bytes */12' }, text: '' };
      return { text: script, headers: { etag: etagOf(script) } };
    }),
  );
  mkdirSync(join(svc.home, 'here'));
  writeFileSync(join(svc.home, 'here', partial), 'echo planted');
  expect((await svc(['cp', '-r', 's3://b/t', 'here'])).code).toBe(0);
  expect(readFileSync(join(svc.home, 'here/install.sh'), 'utf8')).toBe(script);
  expect(asked).toEqual([undefined, undefined]);
});

test.each([
  ['a/../..', 'cannot be a file below a folder'],
  ['..', 'cannot be a file below a folder'],
  ['/etc/x', 'cannot be a file below a folder'],
  ['a//b', 'cannot be a file below a folder'],
  ['a/./b', 'cannot be a file below a folder'],
  ['a\\b', 'cannot be a file below a folder'],
  ['a\u0000b', 'cannot be a file below a folder'],
  ['a\u001b[2Jb', 'cannot be a file below a folder'],
  ['x'.repeat(256), 'cannot be a file below a folder'],
  ['link/x', 'a link leads out of the folder'],
  ['dangling/x', 'no file can have this name'],
  ['file/x', 'no file can have this name'],
  ['dir', 'no file can have this name'],
])('the key t/%j is skipped, counted and named, and the others are copied', async (rest, why) => {
  const { svc } = await foreignPlatform(withObjects(['t/first', `t/${rest}`, 't/last'], honest));
  const outside = folder();
  const here = join(svc.home, 'here');
  mkdirSync(join(here, 'dir/full'), { recursive: true });
  writeFileSync(join(here, 'file'), '');
  symlinkSync(outside, join(here, 'link'));
  symlinkSync(join(outside, 'nothing'), join(here, 'dangling'));
  const { code, err } = await svc(['cp', '-r', 's3://b/t', 'here']);
  expect(err).toMatch(/^skipped: s3:\/\/b\/t\//m);
  expect(err).toContain(why);
  expect(err).toContain('Copied 2 files, 10 B (1 skipped).');
  expect(code).toBe(1);
  expect(['first', 'last'].map((name) => readFileSync(join(here, name), 'utf8'))).toEqual(['bytes', 'bytes']);
  expect([readdirSync(outside), readdirSync(join(svc.home, inCache)).length]).toEqual([
    [],
    why.includes('no file') && rest === 'dir' ? 1 : 0,
  ]);
});

test('one object by itself and several to a folder are skipped likewise', async () => {
  const { svc } = await foreignPlatform(withObjects(['t/..', 't/a'], honest));
  const { code, err } = await svc(['cp', 's3://b/t/..', 's3://b/t/a', 'here/']);
  expect({ code, err }).toEqual({
    code: 1,
    err: 'skipped: s3://b/t/..: cannot be a file below a folder\nCopied 1 file, 5 B (1 skipped).\n',
  });
  expect(JSON.parse((await svc(['cp', 's3://b/t/..', 'here/', '-o', 'json'])).out)).toMatchObject({
    files: 0,
    skipped: 1,
  });
});

test('bytes that are not those of the ETag replace no file', async () => {
  const { svc } = await foreignPlatform(
    withObjects(['x'], () => ({ text: 'other', headers: { etag: etagOf('bytes') } })),
  );
  writeFileSync(join(svc.home, 'x'), 'before');
  const { code, err } = await svc(['cp', 's3://b/x', 'x']);
  expect({ code, err }).toMatchObject({ code: 7, err: expect.stringContaining('(wrong_checksum)') });
  expect(readFileSync(join(svc.home, 'x'), 'utf8')).toBe('before');
  expect(readdirSync(join(svc.home, inCache))).toEqual([]);
});

test('a part of an earlier run that is damaged is got once more', async () => {
  const tag = etagOf('bytes').slice(1, -1);
  const { svc, baseUrl } = await foreignPlatform(
    withObjects(['x'], (_key, { headers }) =>
      headers.range
        ? { status: 206, headers: { etag: `"${tag}"`, 'content-range': 'bytes 2-4/5' }, text: 'tes' }
        : honest(),
    ),
  );
  const wanted = join(svc.home, 'x');
  const sum = (text: string) => createHash('sha256').update(text).digest('hex');
  mkdirSync(join(svc.home, inCache), { recursive: true });
  writeFileSync(join(svc.home, inCache, `${sum(JSON.stringify([baseUrl, 'b', 'x', wanted]))}.${tag}`), 'XX');
  writeFileSync(join(svc.home, `.${sum('x').slice(0, 12)}.${tag}.svc-part`), 'XX');
  const { code, err } = await svc(['cp', 's3://b/x', 'x', '--debug']);
  expect(code).toBe(0);
  expect([...err.matchAll(/^debug: GET \S+ (\d+) /gm)].map(([, status]) => status)).toEqual(['206', '200']);
  expect(readFileSync(wanted, 'utf8')).toBe('bytes');
});

test.each([
  ['without a size', { headers: { 'transfer-encoding': 'chunked' }, text: 'bytes' }],
  ['of another part', { status: 206, headers: { 'content-range': 'bytes 3-7/8' }, text: 'bytes' }],
  ['of less than it says', { status: 206, headers: { 'content-range': 'bytes 0-4/800' }, text: 'bytes' }],
  ['of more than it says', { status: 206, headers: { 'content-range': 'bytes 0-1/2' }, text: 'bytes' }],
])('a reply %s makes no file', async (_, reply) => {
  const { svc } = await foreignPlatform(withObjects(['x'], () => reply));
  const { code, err } = await svc(['cp', 's3://b/x', 'x']);
  expect({ code, err }).toMatchObject({ code: 7, err: expect.stringMatching(/\((invalid_reply|wrong_checksum)\)/) });
  expect(existsSync(join(svc.home, 'x'))).toBe(false);
});

test('a cache that others may write to is not used', async () => {
  const { svc } = await foreignPlatform(withObjects(['x'], honest));
  const cache = folder(isRoot ? stranger : undefined);
  mkdirSync(join(cache, 'svc/downloads'), { recursive: true });
  chmodSync(join(cache, 'svc/downloads'), 0o777);
  const { code, err } = await svc(['cp', 's3://b/x', 'x'], { env: { XDG_CACHE_HOME: cache } });
  expect({ code, err }).toMatchObject({ code: 4, err: expect.stringContaining('(unsafe_directory)') });
  expect(existsSync(join(svc.home, 'x'))).toBe(false);
});
