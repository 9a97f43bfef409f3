import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

describe.skipIf(!hasBrowser('the guides'))('the guides in a browser', () => {
  let web: Web;
  let person: Person;
  beforeAll(async () => {
    web = await Web.shared();
    person = await web.stranger();
    return () => person.leave();
  });

  const open = (path: string) => person.page.goto(web.platform.baseUrl + path);
  const texts = (selector: string) =>
    person.page.$$eval(selector, (all) => all.map(({ textContent }) => (textContent ?? '').trim()));

  it('examples name this platform, and no other', async () => {
    const { s3_url } = (await (await fetch(`${web.platform.baseUrl}/healthz`)).json()) as { s3_url: string };
    await open('/guides/api');
    await eventually(async () => ((await texts('#s3 code'))[0] === s3_url ? true : undefined));
    const [first = ''] = await texts('main pre code');
    expect(first.split('\n')[0]).toBe(`API=${web.platform.baseUrl}`);
    expect(await texts('.side pre code')).toEqual([`export SVC_ENDPOINT=${web.platform.baseUrl}`]);
    await open('/guides');
    expect(await texts(`main a[href^="${web.platform.baseUrl}"]`)).toContain(web.platform.baseUrl);
    await open('/guides/ssh');
    // A port of the reader's own computer is none of the platform's.
    expect((await texts('main pre code')).join('')).toContain('8080:localhost:3000');
  });

  it('a button copies an example, byte for byte', async () => {
    await person.page
      .browserContext()
      .overridePermissions(web.platform.baseUrl, ['clipboard-read', 'clipboard-write', 'clipboard-sanitized-write']);
    await open('/guides/getting-started');
    await person.page.bringToFront();
    await person.page.click('main [data-copy] button');
    await eventually(async () => ((await texts('main [data-copy] button'))[0] === 'Copied' ? true : undefined));
    expect(await person.page.evaluate('navigator.clipboard.readText()')).toBe('npm ci && npm start\n');
    const [blocks, buttons] = [await texts('main [data-copy]'), await texts('main .code button')];
    expect(buttons).toHaveLength(blocks.length);
  });

  it('the search is loaded when it is first used, and leads to a part of a page by the keyboard alone', async () => {
    const loaded: string[] = [];
    await open('/guides');
    person.page.on('request', (request) => loaded.push(new URL(request.url()).pathname.replace(/-\w+\./, '.')));
    await person.page.keyboard.press('/');
    await person.page.keyboard.type('elastic ip');
    await eventually(async () => ((await texts('#found a')).length > 0 ? true : undefined));
    expect(loaded.toSorted()).toEqual(['/guides/assets/search.js', '/guides/assets/search.json']);
    expect(await texts('#count')).toEqual(['The first 12 results']);
    expect(await person.axe()).toEqual([]);
    await Promise.all([person.page.waitForNavigation(), person.page.keyboard.press('Enter')]);
    expect(person.page.url()).toBe(`${web.platform.baseUrl}/guides/cli#elastic-ip`);
    await person.page.type('#find', 'qqqqq');
    await eventually(async () => ((await texts('#count'))[0] === 'Nothing was found.' ? true : undefined));
    await person.page.keyboard.press('Escape');
    expect(await texts('#count')).toEqual(['']);
  });

  it('follows the theme that was chosen in the console', async () => {
    await open('/guides');
    await person.page.evaluate("localStorage.setItem('svc.theme', 'dark')");
    await open('/guides/boot');
    const ground = 'getComputedStyle(document.body).backgroundColor';
    await eventually(async () => ((await person.page.evaluate(ground)) === 'rgb(16, 18, 23)' ? true : undefined));
    expect(person.troubles).toEqual([]);
  });
});
