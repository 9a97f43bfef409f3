import { beforeAll, describe, expect, it } from 'vitest';
import { codeFor, wrongCode } from '#test/support/accounts/totp.ts';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { Client, demand, passphrase } from '#test/support/http/client.ts';

/** A name that would run a script, were it taken for HTML. */
const hostile = '<img src=x onerror=document.body.dataset.hit=1>';

describe.skipIf(!hasBrowser('the console'))('joining a team', () => {
  let web: Web;
  beforeAll(async () => {
    web = await Web.shared();
  });

  /** Invites an address to the account of a new owner, whose account has a hostile name. */
  const invite = async (email: string) => {
    const owner = await Client.verified(web.platform.baseUrl);
    demand(await owner.ask('/auth/account', { method: 'PATCH', body: { name: hostile } }), 200);
    demand(await owner.post('/auth/team/invite', { email, role: 'developer' }), 201);
    return {
      account: (await owner.get('/auth/me')).body.account_id as string,
      ...(await web.mailed(email, 'team_invite')),
    };
  };
  /** Turns one-time codes on, and answers what makes them. */
  const withCodes = async (user: Client): Promise<string> => {
    const { secret } = demand(await user.post('/auth/iam/me/mfa/setup'), 200).body;
    demand(await user.post('/auth/iam/me/mfa/enable', { code: await codeFor(secret, -1) }), 200);
    return secret;
  };
  /** Whom the page is logged in as. */
  const shownTo = (person: Person) =>
    person.page.evaluate(`fetch('/auth/me', {
      headers: { 'x-svc-session-proof': localStorage.getItem('svc.session_proof') },
    }).then((reply) => reply.json())`);
  const inside = (person: Person) => person.page.waitForSelector('nav[aria-label="Pages"]');
  const path = (person: Person) => person.page.url().slice(web.platform.baseUrl.length);
  const leave = async (person: Person) => {
    expect(person.troubles).toEqual([]);
    await person.leave();
  };

  it('a person without an account joins a team by the link of the invitation', async () => {
    const email = 'invited@example.com';
    const { account, link } = await invite(email);
    const person = await web.stranger();
    await person.open(link);
    await person.sees('invites i•••@example.com to “<img src=x');
    expect(path(person)).toBe('/console/join');
    expect(await person.axe()).toEqual([]);
    await person.press('Sign up');
    await person.fill({ email, password: passphrase });
    await person.press('Sign up');
    await person.sees('You are logged in as');
    expect(await person.axe()).toEqual([]);
    await person.press('Join');
    await inside(person);
    await person.page.waitForSelector(`button[aria-label^="Account ${hostile}"]`);
    const me = await shownTo(person);
    expect(me).toMatchObject({ email, account_id: account, role: 'developer' });
    await person.page.click(`button[aria-label^="Account ${hostile}"]`);
    await person.press(`${email} (owner)`);
    await person.page.waitForSelector(`button[aria-label^="Account ${email}"]`);
    expect(await person.page.evaluate('document.body.dataset.hit')).toBeUndefined();
    expect(await person.page.evaluate('JSON.stringify(sessionStorage)')).not.toContain('token');
    await leave(person);
  });

  it('a person with one-time codes joins; with another address they are told, and can log in again', async () => {
    const email = 'coded@example.com';
    const { account, link } = await invite(email);
    const user = await Client.register(web.platform.baseUrl, email);
    const secret = await withCodes(user);
    const other = await Client.register(web.platform.baseUrl);
    const person = await web.stranger();
    await person.open(link);
    await person.press('Log in');
    await person.fill({ email: other.email, password: passphrase });
    await person.press('Log in');
    await person.press('Join');
    await person.sees('is for another e-mail address; log in with the one that it was sent to');
    await person.press('Log in as another user');
    await person.fill({ email, password: `${passphrase} not` });
    await person.press('Log in');
    await person.sees('invalid email or password');
    await person.fill({ password: passphrase });
    await person.press('Log in');
    await person.fill({ code: await wrongCode(secret) });
    expect(await person.axe()).toEqual([]);
    await person.press('Continue');
    await person.sees('wrong');
    await person.fill({ code: await codeFor(secret) });
    await person.press('Continue');
    await person.press('Join');
    await inside(person);
    const me = await shownTo(person);
    expect(me).toMatchObject({ email, account_id: account });
    await leave(person);
  });
});
