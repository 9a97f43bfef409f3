import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fill } from '#test/support/accounts/full-account.ts';
import { runOperator } from '#test/support/accounts/operator-program.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { consolePages, pathOf } from '#test/support/browser/web-pages.ts';
import { Client } from '#test/support/http/client.ts';

const widths = [1280, 390] as const;
const themes = ['light', 'dark'] as const;
/** Pixels of a page from its top that a picture shows at most. */
const tallest = 1600;

/**
 * Pictures of every page of the console and of each of its parts, in both themes, wide and on a phone: without a login,
 * of an account with nothing, and of one with a little of everything. They are made in a folder outside the repository.
 */
export async function pictureAll(folder = mkdtempSync(join(tmpdir(), 'svc-console-'))): Promise<void> {
  const web = await Web.open({ SVC_TIME_SCALE: '0', SVC_LIMITS: 'off' });
  try {
    const pages = await consolePages();
    const inside = pages.filter(({ bare, path }) => !bare && path !== '/verify');
    const stranger = await web.stranger();
    for (const { path } of pages.filter(({ bare }) => bare)) await picture(stranger, path, join(folder, 'out'));
    const newcomer = await web.person(await Client.register(web.platform.baseUrl));
    await picture(newcomer, '/verify', join(folder, 'empty'));
    for (const { path } of inside.filter(({ path }) => !/:|new$/.test(path))) {
      await picture(newcomer, path, join(folder, 'empty'));
    }
    const client = await Client.verified(web.platform.baseUrl);
    await runOperator(web.platform.dataDir, client.email);
    const examples = await fill(client, { instances: 12, many: 6 });
    const person = await web.person(client);
    for (const page of inside) await picture(person, pathOf(page, examples), join(folder, 'full'), true);
  } finally {
    await web.close();
  }
}

/** Pictures of one page, and of its other parts where they are asked for. */
async function picture(person: Person, path: string, folder: string, isWhole = false): Promise<void> {
  const { page } = person;
  await person.visit(path);
  await page.waitForFunction('!document.querySelector(".loading")', { timeout: 20_000 });
  await page.waitForNetworkIdle({ idleTime: 300, timeout: 5_000 }).catch(() => undefined);
  mkdirSync(folder, { recursive: true });
  for (const width of widths) {
    for (const theme of themes) {
      await page.emulateMediaFeatures([
        { name: 'prefers-color-scheme', value: theme },
        { name: 'prefers-reduced-motion', value: 'reduce' },
      ]);
      await page.setViewport({ width, height: 900 });
      const height = Number(await page.evaluate('document.documentElement.scrollHeight'));
      await page.setViewport({ width, height: Math.min(height, tallest) });
      const file = join(folder, `${nameOf(path)}-${width}-${theme}.webp`);
      await page.screenshot({ path: file as `${string}.webp`, quality: 75 });
      process.stdout.write(`${file}\n`);
    }
  }
  await page.setViewport({ width: 1280, height: 900 });
  if (!isWhole) return;
  const parts = await page.$$eval('main .tabs a:not([aria-current])', (links) =>
    links.map((link) => (link.getAttribute('href') ?? '').replace('/console', '')),
  );
  for (const part of parts) await picture(person, part, folder);
}

/** The name of a page's picture: `iam-users-new`, `instances-i-metrics`. */
const nameOf = (path: string): string =>
  path
    .replace(/-[0-9a-hjkmnp-tv-z]{26}/, '')
    .replace('?tab=', '-')
    .replaceAll(/[^\w-]/g, '-')
    .replace(/^-/, '') || 'home';
