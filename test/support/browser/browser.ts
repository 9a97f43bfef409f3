import { existsSync } from 'node:fs';
import puppeteer, { type Browser } from 'puppeteer-core';

const CHROMIUM = process.env.SVC_CHROMIUM ?? '/usr/bin/chromium';

/** Whether there is a browser. Logs when there is none. */
export function hasBrowser(what: string): boolean {
  if (existsSync(CHROMIUM)) return true;
  process.stderr.write(`${what} is not tried in a browser: there is no ${CHROMIUM}\n`);
  return false;
}

/** How a browser without a window is started. */
export const chromium = { executablePath: CHROMIUM, args: ['--no-sandbox', '--disable-gpu'] };

/** A browser without a window. */
export const openBrowser = (): Promise<Browser> => puppeteer.launch(chromium);
