import { gzipSync } from 'node:zlib';
import MiniSearch from 'minisearch';
import { beforeAll, expect, test } from 'vitest';
import { buildGuides, type Guides } from '#lib/web/bundle/guides/build.ts';
import { guideReply } from '#lib/web/bundle/serve.ts';
import { searchOptions } from '#lib/web/guides/options.ts';

let guides: Guides;
/** The HTML of each page, by its address. */
let pages: Map<string, string>;
beforeAll(async () => {
  guides = await buildGuides();
  const texts = [...guides].map(([path, bytes]) => [path, new TextDecoder().decode(bytes)] as const);
  pages = new Map(texts.filter(([path]) => !path.startsWith('/guides/assets/')));
});

const all = (html: string, pattern: RegExp) => [...html.matchAll(pattern)].map(([, found = '']) => found);
const idsOf = (html: string) => all(html, /\bid="([^"]*)"/g);

/** Whether a link leads to a page of the site, and to a part that this page has. */
function leads(path: string, href: string): boolean {
  const [target = '', part] = href.startsWith('#') ? [path, href.slice(1)] : href.split('#');
  const isThere = pages.has(target) || guides.has(target);
  return isThere && (part === undefined || idsOf(pages.get(target) ?? '').includes(decodeURIComponent(part)));
}

test('every link of a page leads to a page and to a part of it', () => {
  const elsewhere = /^(?:https?:|mailto:|data:|\/console$|\/docs$)/;
  const links = [...pages].flatMap(([path, html]) =>
    all(html, /href="([^"]*)"/g)
      .filter((href) => !elsewhere.test(href))
      .map((href) => ({ path, href })),
  );
  expect(links.length).toBeGreaterThan(1_000);
  expect(links.filter(({ path, href }) => !leads(path, href))).toEqual([]);
});

test('every file that a page loads is built', () => {
  const missing = [...pages.values()].flatMap((html) =>
    all(html, /(?:src|href|data-search)="(\/guides\/assets\/[^"]*)"/g).filter((path) => !guides.has(path)),
  );
  expect(missing).toEqual([]);
  expect([...pages.values()].join('')).not.toMatch(/<!-- |"picture:/);
});

test('every page is in the navigation once, and names itself there', () => {
  for (const [path, html] of pages) {
    const side = html.slice(html.indexOf('<nav class="side"'));
    const named = all(side, /<a href="(\/guides\/[^"#]*)"/g);
    expect(named.toSorted(), path).toEqual(
      [...pages.keys()].filter((one) => !/^\/guides(?:\/404)?$/.test(one)).toSorted(),
    );
    const current = all(side, /<a href="([^"]*)" aria-current="page"/g);
    expect(current, path).toEqual(/^\/guides(?:\/404)?$/.test(path) ? [] : [path]);
  }
});

test('every page says what its reader needs, and how long it takes', () => {
  const said = /<p class="needs"><strong>You need<\/strong> .+?\. <strong>It\s+takes<\/strong> \d+\s+minutes\b/s;
  const silent = [...pages].filter(([path, html]) => path !== '/guides/404' && !said.test(html.replaceAll('\n', ' ')));
  expect(silent.map(([path]) => path)).toEqual([]);
});

test('no page has an inline script, style or handler, or an id twice', () => {
  for (const [path, html] of pages) {
    expect(html, path).not.toMatch(/<script(?! type="module" src="\/)|<style|<[^>]* (?:style|on[a-z]+)=/);
    const ids = idsOf(html);
    expect(
      ids.filter((id, i) => ids.indexOf(id) !== i),
      path,
    ).toEqual([]);
  }
});

test('a first load of any page takes at most 60 KB by gzip, with its pictures', () => {
  const weights = [...pages].map(([path, html]) => {
    const loaded = all(html, /(?:src|href)="(\/guides\/assets\/[^"]*)"/g);
    const bytes = [path, ...new Set(loaded)].map((one) => {
      const { body, compressible } = guideReply(guides, one);
      return compressible ? gzipSync(body).length : body.length;
    });
    return { path, bytes: bytes.reduce((sum, size) => sum + size, 0) };
  });
  expect(weights.filter(({ bytes }) => bytes > 60_000)).toEqual([]);
  expect(Math.max(...weights.map(({ bytes }) => bytes))).toBeGreaterThan(20_000);
});

test('an example keeps every character, and only what is to be typed can be copied', () => {
  const page = pages.get('/guides/getting-started') ?? '';
  expect(page).toContain(
    `<div class="code" data-copy><pre tabindex="0"><code>echo 'a long passphrase' | svc register me@example.com --password-stdin\n</code></pre></div>`,
  );
  expect(page).toContain('<div class="code"><pre tabindex="0"><code>name        hello');
  expect(pages.get('/guides/testing')).toContain('<p class="file">shop.test.ts</p>');
});

test('what the site has no page of is named by its file', () => {
  expect(pages.get('/guides')).toContain('<span data-source="test/README.md">tests</span>');
});

test.each([
  ['elastic ip', '/guides/cli#elastic-ip'],
  ['SVC_LIMITS', '/guides/emulator#limits'],
  ['snapshots', '/guides/disks'],
  ['presigned', '/guides/storage'],
])('the search finds "%s"', (words, expected) => {
  const [path = ''] = all(pages.get('/guides') ?? '', /data-search="([^"]*)"/g);
  const index = MiniSearch.loadJSON(new TextDecoder().decode(guides.get(path)), searchOptions);
  const found = index.search(words).slice(0, 12);
  expect(found.map(({ id }) => String(id)).filter((id) => id.startsWith(expected))).not.toEqual([]);
});
