import type { Page, SerializedAXNode } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { Web } from '#test/support/browser/web.ts';
import { setFaults } from '#test/support/platform/dev-faults.ts';

const controls = /^(button|link|textbox|combobox|searchbox|spinbutton|radio|checkbox|menuitem|DisclosureTriangle)$/;

/** What a screen reader has of the page, in its order. */
async function said(page: Page): Promise<SerializedAXNode[]> {
  const root = await page.accessibility.snapshot({ interestingOnly: false });
  const all: SerializedAXNode[] = [];
  const walk = (node: SerializedAXNode) => {
    all.push(node);
    for (const child of node.children ?? []) walk(child);
  };
  if (root) walk(root);
  return all;
}

const textOf = ({ name = '', children = [] }: SerializedAXNode): string =>
  children.length > 0 ? children.map(textOf).join(' ') : name;

const textsOf = async (page: Page, role: string): Promise<string> =>
  (await said(page))
    .filter((node) => node.role === role)
    .map(textOf)
    .join('\n');

/** The levels of the headings in their order, and what has no name. */
async function structureOf(page: Page) {
  const all = await said(page);
  return {
    headings: all.filter(({ role }) => role === 'heading').map(({ level, name }) => `${level} ${name}`),
    nameless: all.filter(({ role, name }) => controls.test(role) && !name),
  };
}

describe.skipIf(!hasBrowser('the console to a screen reader'))('a screen reader', () => {
  let web: Web;
  beforeAll(async () => {
    web = await Web.open();
  }, 90_000);
  afterAll(() => web?.close());

  it('says what there is to a launch, what is wrong with it, and how it goes', async () => {
    const person = await web.person();
    const { page } = person;
    await person.visit('/instances/new');
    await person.sees('a month ·');
    await page.locator('::-p-aria([name="Network, first boot, tags, and more"])').click();
    const { headings, nameless } = await structureOf(page);
    expect(nameless).toEqual([]);
    expect(headings.filter((one) => one.startsWith('1 '))).toEqual(['1 Launch an instance']);
    const groups = (await said(page)).filter(({ role }) => role === 'group').map(({ name }) => name);
    expect(groups).toEqual(expect.arrayContaining(['Image', 'Shared CPU']));

    await person.fill({ name: 'not a name!' });
    await page.waitForSelector('[aria-invalid="true"]');
    await person.press('Launch');
    await expect.poll(() => textsOf(page, 'alert')).toContain('It was not accepted.');
    const field = (await said(page)).find(({ role, name }) => role === 'textbox' && name === 'Name');
    expect(field).toMatchObject({ focused: true, invalid: 'true' });
    const fault = await page.$eval('.fault', (element) => element.textContent ?? '');
    expect(field?.description).toContain(fault);

    await person.fill({ name: 'web-1' });
    await setFaults(web.platform.baseUrl, { where: 'launch', outcome: 'slow', after_seconds: 5, times: 1 });
    await person.press('Launch');
    await expect.poll(() => textsOf(page, 'status')).toContain('provisioning');
    expect(await page.$eval('.toasts', (box) => box.getAttribute('aria-live'))).toBe('polite');
    await person.sees('web-1 is being launched.');
    const focused = (await said(page)).find(({ focused, role }) => focused && role !== 'RootWebArea');
    expect(focused).toMatchObject({ role: 'heading', name: 'web-1' });
    await expect.poll(() => textsOf(page, 'status')).toContain('running');
    expect((await structureOf(page)).nameless).toEqual([]);
    expect(person.troubles).toEqual([]);
    await person.leave();
  });

  it('hears a refusal that belongs to no field, and a failure that comes later', async () => {
    const person = await web.person();
    const { page } = person;
    await person.visit('/account?tab=security');
    await person.fill({ current_password: 'not my passphrase', new_password: 'another long passphrase' });
    await person.press('Change password');
    await expect.poll(() => textsOf(page, 'alert')).toContain('current_password: is wrong');
    await setFaults(web.platform.baseUrl, { where: 'launch', outcome: 'capacity', times: 1 });
    await person.visit('/instances/new');
    await person.fill({ name: 'web-2' });
    await person.press('Launch');
    await expect.poll(() => textsOf(page, 'status')).toContain('error');
    await person.leave();
  });
});
