import { describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { Web } from '#test/support/browser/web.ts';

describe.skipIf(!hasBrowser('the guides'))('every guide in a browser', () => {
  it('every page passes axe, light and dark, and fits a window of 400 pixels', async () => {
    await using stack = new AsyncDisposableStack();
    const web = await Web.open();
    stack.defer(web.close);
    const person = await web.stranger();
    const open = (path: string) => person.page.goto(web.platform.baseUrl + path);
    await open('/guides');
    const links = await person.page.$$eval('.side a', (all) => all.map((one) => one.getAttribute('href') ?? ''));
    const pages = ['/guides', ...new Set(links.filter((href) => href.startsWith('/guides/'))), '/guides/nothing'];
    expect(pages.length).toBeGreaterThan(35);
    const faults: unknown[] = [];
    for (const [width, theme] of [
      [1280, 'light'],
      [400, 'dark'],
    ] as const) {
      await person.page.setViewport({ width, height: 900 });
      await person.page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: theme }]);
      for (const path of pages) {
        await open(path);
        const [axe, sideways] = [await person.axe(), await person.sideways()];
        if (axe.length > 0 || sideways > 0) faults.push({ path, width, theme, axe, sideways });
      }
    }
    expect(faults).toEqual([]);
    expect(person.troubles).toEqual([]);
  }, 300_000);
});
