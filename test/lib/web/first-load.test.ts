import { readdirSync, readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { stop } from 'esbuild';
import { afterAll, expect, it } from 'vitest';
import { buildWeb } from '#lib/web/bundle/build.ts';

afterAll(() => stop());

const web = new URL('../../../lib/web/', import.meta.url);

it('the first load is at most 110 KB by gzip, and has neither forms nor a page', async () => {
  const { assets, first } = await buildWeb();
  const files = [...assets].map(([name, bytes]) => ({ isFirst: first.includes(name), bytes }));
  const kilobytes = files.reduce((sum, { isFirst, bytes }) => sum + (isFirst ? gzipSync(bytes).length : 0), 0) / 1024;
  expect(kilobytes).toBeLessThanOrEqual(110);
  const said = (text: string) => files.filter(({ bytes }) => new TextDecoder().decode(bytes).includes(text));
  expect(said('Skip to the content')).toMatchObject([{ isFirst: true }]);
  for (const later of ['to confirm`', '"As command"', 'Forgot your password']) {
    expect(new Set(said(later).map(({ isFirst }) => isFirst))).toEqual(new Set([false]));
  }
});

it('no page waits by the client, whose waits are left out of the build', () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((name) => /\.tsx?$/.test(name));
  expect(files.length).toBeGreaterThan(200);
  const waiting = files.filter((name) => /\.waitFor\(|\bwait: /.test(readFileSync(new URL(name, web), 'utf8')));
  expect(waiting).toEqual([]);
});
