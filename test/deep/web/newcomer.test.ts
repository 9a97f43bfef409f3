import type { Page, Viewport } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type PageInput, pageInputOf } from '#test/support/browser/page-input.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { passphrase } from '#test/support/http/client.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/*
 * What a new user does who has read no document: from `npm start` to a terminal, to an invoice, and to the end of the
 * machine. The pages lead from step to step, and nothing is asked of the platform that a page does not show.
 */

const phone = { isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

interface Newcomer {
  readonly person: Person;
  readonly hands: PageInput;
  readonly email: string;
  readonly viewport: Viewport;
}

await whereContainersWork(() => {
  if (!hasBrowser('a new user’s way to a terminal and an invoice')) return;
  let web: Web;
  beforeAll(async () => {
    web = await Web.open({ SVC_COMPUTE: 'container' }, { program: ['npm', 'start'] });
  }, 90_000);
  afterAll(() => web?.close());

  it.each([
    ['mouse', { width: 1280, height: 900 }],
    ['touch', { width: 320, height: 568, ...phone }],
    ['keyboard', { width: 360, height: 640, ...phone }],
  ] as const)(
    'by %s alone one comes to a terminal, to an invoice, and to the end of the machine',
    async (way, viewport) => {
      const person = await web.stranger();
      await person.page.setViewport(viewport);
      const newcomer = { person, hands: pageInputOf(way, person.page), email: `${way}@example.com`, viewport };
      // The banner says where.
      await person.page.goto(/console +(\S+)/.exec(web.platform.output())?.[1] ?? '');
      await signUp(newcomer);
      await launch(newcomer);
      await topUp(newcomer);
      await openInvoice(newcomer);
      await terminate(newcomer);
      expect(newcomer.hands.faults).toEqual([]);
      expect(person.troubles).toEqual([]);
      await person.leave();
    },
  );
});

/** Waits for the page of this heading, which is as wide as the window. */
async function arrive({ person }: Newcomer, heading: string): Promise<void> {
  await person.page.waitForSelector(`::-p-aria([name="${heading}"][role="heading"])`, { timeout: 20_000 });
  expect(await person.sideways(), `${heading}: ${await person.widest()}`).toBeLessThanOrEqual(0);
}

async function signUp(newcomer: Newcomer): Promise<void> {
  const { person, hands, email } = newcomer;
  await arrive(newcomer, 'Log in');
  await hands.press('Sign up', 'link');
  await arrive(newcomer, 'Sign up');
  await hands.fill('E-mail address', email);
  await hands.fill('Password', passphrase);
  await hands.press('Sign up', 'button');
  await hands.press('Verify your address', 'link');
  await arrive(newcomer, 'Verify your e-mail address');
  await hands.press('mailbox', 'link');
  await arrive(newcomer, 'Mail');
  await person.sees(email);
  const code = await person.page.$eval('article .code', (newest) => newest.textContent ?? '');
  await person.page.goBack();
  await hands.fill('Code from the mail', code);
  await hands.press('Verify', 'button');
  await arrive(newcomer, 'Your e-mail address is verified');
  await hands.press('Continue', 'link');
  await arrive(newcomer, 'Home');
}

async function launch(newcomer: Newcomer): Promise<void> {
  const { person, hands, viewport } = newcomer;
  await hands.press('Launch an instance', 'link');
  await arrive(newcomer, 'Launch an instance');
  await hands.fill('Name', 'web-1');
  await hands.press('Launch', 'button');
  await arrive(newcomer, 'web-1');
  const opened = new Promise<Page | null>((resolve) => person.page.once('popup', resolve));
  await hands.press('Open a terminal', 'link');
  const terminal = await opened;
  if (!terminal) throw new Error('no terminal was opened');
  await terminal.setViewport(viewport);
  const screen = () => terminal.$eval('.xterm-rows', (rows) => rows.textContent ?? '');
  await terminal.waitForSelector('.xterm-rows');
  await expect.poll(screen).toContain('web-1');
  await terminal.keyboard.type('echo $((6 * 7))\n');
  await expect.poll(screen).toContain('42');
  expect(await terminal.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await terminal.close();
  await person.page.bringToFront();
}

async function topUp(newcomer: Newcomer): Promise<void> {
  const { person, hands, viewport } = newcomer;
  if (viewport.width < 800) await hands.press('Pages', 'button');
  await hands.press('Billing', 'link');
  await arrive(newcomer, 'Billing');
  await hands.press('Top up', 'link');
  await hands.press('₹500', 'button');
  await hands.press('Continue', 'button');
  await arrive(newcomer, 'Pay the order');
  const focused = () => person.page.evaluate('document.activeElement.textContent');
  await expect.poll(focused).toBe('Pay the order');
  await hands.press('Pay ₹590.00', 'link');
  await arrive(newcomer, 'Pay ₹590.00');
  await hands.press('Pay ₹590.00', 'button');
  await person.sees('This order is paid.');
  expect(await person.sideways()).toBeLessThanOrEqual(0);
  await hands.press('Back to billing in the console', 'link');
  await arrive(newcomer, 'The order is paid');
  await person.sees('₹500.00 were added to the wallet.');
}

async function openInvoice(newcomer: Newcomer): Promise<void> {
  const { person, hands } = newcomer;
  const isInvoice = (url: string) => /\/invoices\/.*\.pdf\?/.test(url);
  await hands.press('Open the invoice', 'button');
  const tab = await person.page.browserContext().waitForTarget((target) => isInvoice(target.url()));
  const document = await fetch(tab.url());
  expect(document.headers.get('content-type')).toBe('application/pdf');
  expect(Buffer.from(await document.arrayBuffer()).toString('latin1', 0, 5)).toBe('%PDF-');
  await (await tab.page())?.close();
  await person.page.bringToFront();
  await hands.press('Invoices', 'link');
  const rows = () => person.page.$$eval('tbody tr', (all) => all.map((row) => row.textContent ?? ''));
  const [row] = await eventually(async () => ((await rows()).length > 0 ? rows() : undefined));
  expect(row).toMatch(/SV\/\d\d-\d\d\/\d{6}.*₹590\.00/);
  expect(await person.sideways()).toBeLessThanOrEqual(0);
}

async function terminate(newcomer: Newcomer): Promise<void> {
  const { person, hands, viewport } = newcomer;
  if (viewport.width < 800) await hands.press('Pages', 'button');
  await hands.press('Instances', 'link');
  await arrive(newcomer, 'Instances');
  await hands.press('web-1', 'link');
  await arrive(newcomer, 'web-1');
  await hands.choose('Actions for web-1', 'Terminate');
  await hands.fill('Type web-1 to confirm', 'web-1');
  await hands.press('Terminate', 'button');
  const status = () => person.page.$eval('.page-head [role=status]', (one) => one.textContent);
  await expect.poll(status, { timeout: 30_000 }).toBe('terminated');
}
