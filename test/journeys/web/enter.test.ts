import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser.ts';
import { passphrase } from '#test/support/client.ts';
import { Web } from '#test/support/web.ts';

describe.skipIf(!hasBrowser('the console'))('entering the console', () => {
  let web: Web;
  beforeAll(async () => {
    web = await Web.open();
  }, 90_000);
  afterAll(() => web?.close());

  it('a person signs up at the platform’s address, and sees an empty account', async () => {
    const person = await web.stranger();
    await person.page.goto(web.platform.baseUrl);
    await person.page.waitForSelector('h1');
    expect(person.page.url()).toBe(`${web.platform.baseUrl}/console/login`);
    await person.press('Sign up');
    await person.fill({ email: 'new@example.com', name: 'New', password: 'short' });
    await person.press('Sign up');
    await person.sees('password: ');
    await person.fill({ password: passphrase });
    await person.press('Sign up');
    await person.page.waitForSelector('nav[aria-label="Pages"]');
    await person.press('Instances');
    await person.sees('An instance is a machine of your own');
    expect(await person.axe()).toEqual([]);
    expect(person.troubles).toEqual([]);
    await person.leave();
  });
});
