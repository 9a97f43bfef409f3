import { gzipSync } from 'node:zlib';
import { stop } from 'esbuild';
import type { Browser } from 'puppeteer-core';
import { buildWeb } from '#lib/web/bundle/build.ts';
import { hasBrowser, openBrowser } from '#test/support/browser/browser.ts';
import { Client, passphrase } from '#test/support/http/client.ts';
import { startPlatform } from '#test/support/platform/platform.ts';
import { atMost, info, type Line } from './line.ts';
import { median, timed } from './statistics.ts';

const rounds = 5;
const kilobytes = (bytes: number): number => bytes / 1024;

/** What the console weighs, how long its build takes, and when a slow phone shows the rows of a list. */
export async function benchWeb(): Promise<Line[]> {
  const builds: number[] = [];
  for (let round = 0; round < rounds; round++) {
    builds.push(await timed(async () => void (await buildWeb())));
    await stop();
  }
  const { assets, first } = await buildWeb();
  await stop();
  const weights = new Map([...assets].map(([name, bytes]) => [name, kilobytes(gzipSync(bytes).length)]));
  const load = first.reduce((sum, name) => sum + (weights.get(name) ?? 0), 0);
  const later = [...weights].filter(([name]) => !first.includes(name)).map(([, weight]) => weight);
  return [
    atMost('console: first load, gzip', 110, { value: load, unit: 'KB' }),
    info(
      'console: the heaviest file that is loaded later',
      `${Math.max(...later).toFixed(1)} KB of ${later.length} files`,
    ),
    atMost('console: build from nothing, in memory', 500, { value: median(builds), unit: 'ms' }),
    ...(hasBrowser('the console') ? [await firstRows()] : []),
  ];
}

/** The slow 4G of Lighthouse: 150 ms there and back, 1.6 Mbit/s down, 750 kbit/s up. */
const slow4G = { offline: false, latency: 150, downloadThroughput: 209_715, uploadThroughput: 96_000 };

async function firstRows(): Promise<Line> {
  const platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0', SVC_LIMITS: 'off' } });
  const browser = await openBrowser();
  try {
    const client = await Client.verified(platform.baseUrl);
    for (const name of ['one', 'two', 'three']) await client.launch({ name });
    const times: number[] = [];
    for (let round = 0; round < rounds; round++) times.push(await rowsAfter(browser, platform.baseUrl, client.email));
    return atMost('console: rows of a list on slow 4G, processor 4x slower', 1500, {
      value: median(times),
      unit: 'ms',
    });
  } finally {
    await browser.close();
    await platform.stop();
  }
}

/** Milliseconds from the address to the rows, with an empty cache and a login. */
async function rowsAfter(browser: Browser, baseUrl: string, email: string): Promise<number> {
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  await page.goto(`${baseUrl}/console/login`);
  await page.waitForSelector('[name=email]');
  await page.evaluate(
    (path, text) => fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text }),
    '/auth/login',
    JSON.stringify({ email, password: passphrase }),
  );
  await page.goto('about:blank');
  const session = await page.createCDPSession();
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  await session.send('Network.emulateNetworkConditions', slow4G);
  await page.emulateCPUThrottling(4);
  const time = await timed(async () => {
    await page.goto(`${baseUrl}/console/instances`, { waitUntil: 'domcontentloaded' });
    await page.waitForSelector('tbody tr');
  });
  await context.close();
  return time;
}
