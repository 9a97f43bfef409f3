import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeFor } from '#test/support/accounts/totp.ts';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { Client, passphrase } from '#test/support/http/client.ts';
import { advance } from '#test/support/platform/dev-clock.ts';

describe.skipIf(!hasBrowser('the console'))('one’s own account', () => {
  let web: Web;
  beforeAll(async () => {
    web = await Web.open();
  }, 90_000);
  afterAll(() => web?.close());

  const leave = async (person: Person) => {
    expect(person.troubles).toEqual([]);
    await person.leave();
  };

  it('turns one-time codes on by a picture and a code, keeps recovery codes, and turns them off', async () => {
    const person = await web.person();
    await person.visit('/account?tab=security');
    await person.press('Set up one-time codes');
    const picture = await person.page.waitForSelector('img.qr');
    // A policy that forbids the picture would leave it without a size.
    await expect
      .poll(() => picture!.evaluate((img) => (img as unknown as { naturalWidth: number }).naturalWidth))
      .toBeGreaterThan(20);
    const secret = await person.page.$eval('.copy code', (code) => code.textContent ?? '');
    await person.fill({ code: await codeFor(secret, -1) });
    await person.press('Turn on');
    const shown = await person.page.waitForSelector('dialog pre');
    const [recovery = '', ...others] = (await shown!.evaluate((pre) => pre.textContent ?? '')).split('\n');
    expect(others).toHaveLength(9);
    expect(await person.axe()).toEqual([]);
    await person.press('I have kept them');
    await person.sees('Recovery codes left');
    await person.press('Turn off');
    await person.fill({ by: 'password', password: passphrase });
    expect(await person.axe()).toEqual([]);
    await person.page.click('dialog button[type="submit"]');
    await person.sees('Set up one-time codes');
    expect(await person.page.evaluate('document.body.textContent')).not.toContain(recovery);
    await leave(person);
  });

  it('changes the password, which ends the other sessions, and ends a session', async () => {
    const person = await web.person();
    const { client } = person;
    await client.again();
    await person.visit('/account?tab=sessions');
    await person.sees('this one');
    await expect.poll(() => person.page.$$('tbody tr').then((rows) => rows.length)).toBe(3);
    const rows = await person.page.$$('tbody tr:not(:has(strong)) [aria-haspopup="menu"]');
    expect(
      await person.page.$$eval('tbody tr:not(:has(strong)) td:first-of-type', (all) => all[0]?.textContent?.trim()),
    ).toBe('node');
    await rows[0]!.click();
    await person.press('End the session');
    // By what the list calls it, which is what the other program sent.
    await person.fill({ confirm: 'node' });
    await person.page.click('dialog button[type="submit"]');
    await expect.poll(() => person.page.$$('tbody tr').then((left) => left.length)).toBe(2);
    expect(await person.axe()).toEqual([]);
    await person.press('Security');
    await person.fill({ current_password: 'not my passphrase', new_password: 'another long passphrase' });
    await person.press('Change password');
    await person.sees('The request failed');
    await person.fill({ current_password: passphrase });
    await person.press('Change password');
    await person.sees('Your password is changed.');
    await person.press('Sessions');
    await expect.poll(() => person.page.$$('tbody tr').then((left) => left.length)).toBe(1);
    await leave(person);
  });

  it('invites a member, changes the role, and removes the member', async () => {
    const person = await web.person();
    const member = await Client.verified(web.platform.baseUrl);
    await person.visit('/team/invite');
    await person.fill({ email: member.email });
    await person.press('viewer Reads everything, changes nothing.');
    await person.press('Send the invite');
    await person.sees('is on its way to');
    const link = await person.page.$eval('main .copy code', (code) => code.textContent ?? '');
    expect(await person.axe()).toEqual([]);
    await person.visit('/team?tab=invites');
    await person.sees(member.email);
    await member.post('/auth/team/accept', { token: new URL(link).searchParams.get('token') });
    await person.press('Members');
    await person.press(`Actions for ${member.email}`);
    await person.press('Change the role');
    await person.press('developer Everything but IAM, billing and the team.');
    expect(await person.axe()).toEqual([]);
    await person.page.click('dialog button[type="submit"]');
    await person.sees(`${member.email} is developer now.`);
    await person.press(`Actions for ${member.email}`);
    await person.press('Remove');
    await person.fill({ confirm: member.email });
    await person.page.click('dialog button[type="submit"]');
    await person.sees(`${member.email} is no longer a member.`);
    await expect.poll(() => person.page.$$('tbody tr').then((left) => left.length)).toBe(1);
    await leave(person);
  });

  it('renews the login of two tabs once, and both go on', async () => {
    const person = await web.person();
    const other = await person.page.browserContext().newPage();
    const refreshes: string[] = [];
    for (const page of [person.page, other]) {
      page.on('response', (reply) => {
        if (reply.url().endsWith('/auth/refresh')) refreshes.push(String(reply.status()));
      });
    }
    await advance(web.platform.baseUrl, 16 * 60);
    const open = async (page: typeof other) => {
      await page.goto(`${web.platform.baseUrl}/console/quotas`);
      await page.waitForSelector('meter');
    };
    await Promise.all([open(person.page), open(other)]);
    expect(refreshes).toEqual(['200']);
    await leave(person);
  });
});
