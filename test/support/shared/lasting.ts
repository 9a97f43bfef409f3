import { writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import puppeteer, { type Browser } from 'puppeteer-core';
import { inject } from 'vitest';
import { chromium } from '#test/support/browser/browser.ts';
import { ask, demand } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';
import { underFaults } from '#test/support/platform/under-faults.ts';
import type { Lasting } from './plugin.ts';

/** A running platform that its files neither stop nor kill. */
export type SharedPlatform = Omit<RunningPlatform, 'stop' | 'kill'>;

/** What this worker has started for all of its files, which share its modules. */
const holder = globalThis as { svcPlatform?: Promise<SharedPlatform>; svcBrowser?: Promise<Browser> };

/**
 * The platform of this worker, empty: on the driver that runs nothing, a hundred times as fast. A file that needs other
 * settings, or another start, has one of its own (startPlatform). `rate: 'off'` lets it ask as often as it wants to.
 */
export async function sharedPlatform({ rate = 'on' }: { rate?: 'on' | 'off' } = {}): Promise<SharedPlatform> {
  holder.svcPlatform ??= lastingPlatform();
  const platform = await holder.svcPlatform;
  const dev = async (path: string, body: object = {}) =>
    demand(await ask(platform.baseUrl, `/dev${path}`, { method: 'POST', body }), 200);
  await dev('/reset');
  await dev('/limits', { rate });
  await underFaults(platform.baseUrl);
  return platform;
}

/** The browser of this worker. Whoever opens a context in it closes that. */
export function sharedBrowser(): Promise<Browser> {
  holder.svcBrowser ??= lastingBrowser();
  return holder.svcBrowser;
}

async function lastingPlatform(): Promise<SharedPlatform> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-data-'));
  const env = { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0.01' };
  const platform = await startPlatform({ env, dataDir: dir });
  note({ pid: platform.pid, dir });
  return platform;
}

async function lastingBrowser(): Promise<Browser> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-browser-'));
  // A process that listens for the signal does not end by it.
  const signals = { handleSIGTERM: false, handleSIGHUP: false };
  const browser = await puppeteer.launch({ ...chromium, ...signals, userDataDir: dir });
  note({ pid: browser.process()?.pid ?? 0, dir });
  return browser;
}

function note(lasting: Lasting): void {
  writeFileSync(join(inject('lasting'), `${lasting.pid}.json`), JSON.stringify(lasting));
}
