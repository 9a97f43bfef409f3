import { beforeAll, describe, expect, it } from 'vitest';
import { codeFor, wrongCode } from '#test/support/accounts/totp.ts';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { Client, demand, passphrase } from '#test/support/http/client.ts';

describe.skipIf(!hasBrowser('the console'))('entering the console', () => {
  let web: Web;
  beforeAll(async () => {
    web = await Web.shared();
  });

  /** Turns one-time codes on, and answers what makes them. */
  const withCodes = async (user: Client): Promise<string> => {
    const { secret } = demand(await user.post('/auth/iam/me/mfa/setup'), 200).body;
    demand(await user.post('/auth/iam/me/mfa/enable', { code: await codeFor(secret, -1) }), 200);
    return secret;
  };
  const inside = (person: Person) => person.page.waitForSelector('nav[aria-label="Pages"]');
  const path = (person: Person) => person.page.url().slice(web.platform.baseUrl.length);
  const leave = async (person: Person) => {
    expect(person.troubles).toEqual([]);
    await person.leave();
  };

  it('a person signs up at the platform’s address, verifies their address, and logs out', async () => {
    const person = await web.stranger();
    await person.page.goto(web.platform.baseUrl);
    await person.page.waitForSelector('h1');
    expect(path(person)).toBe('/console/login');
    const links = await person.page.$$eval('nav[aria-label="This platform"] a', (all) =>
      all.map((one) => one.getAttribute('href')),
    );
    expect(links).toEqual(['/docs', '/dev/outbox.html', '/dev/start.html']);
    expect(await person.axe()).toEqual([]);
    await person.press('Sign up');
    const email = 'new@example.com';
    await person.fill({ email, name: 'New', password: 'short' });
    await person.press('Sign up');
    await person.sees('It was not accepted. Change what is marked');
    await person.sees('must have at least 8 characters');
    expect(await person.axe()).toEqual([]);
    await person.fill({ password: passphrase });
    await person.press('Sign up');
    await inside(person);
    await person.press('Verify your address');
    await person.fill({ code: (await web.mailed(email, 'verify_email')).code });
    expect(await person.axe()).toEqual([]);
    await person.press('Verify');
    await person.sees('Your e-mail address is verified');
    await person.press('Instances');
    await person.sees('An instance is a machine of your own');
    await person.press(`User ${email}`);
    await person.press('Log out');
    await person.page.waitForSelector('[name="email"]');
    expect((await person.page.cookies()).map(({ name }) => name)).toEqual([]);
    await leave(person);
  });

  it('a login that waited too long for its code begins anew', async () => {
    const user = await Client.register(web.platform.baseUrl);
    const secret = await withCodes(user);
    const wrong = await wrongCode(secret);
    const person = await web.stranger();
    await person.visit('/login');
    await person.fill({ email: user.email, password: passphrase });
    await person.press('Log in');
    await person.fill({ code: wrong });
    // The fifth wrong code ends the login.
    for (let tries = 1; tries <= 6 && (await person.page.$('[name="code"]')); tries++) {
      await person.press('Continue');
      await person.page.waitForSelector('button[type="submit"]:not(:disabled)');
    }
    await person.page.waitForSelector('[name="email"]');
    await person.page.waitForSelector('[role="alert"]');
    await leave(person);
  });

  it('an IAM user logs in by the address that names their account, and chooses the password that is asked for', async () => {
    const owner = await Client.verified(web.platform.baseUrl);
    const first = 'a first passphrase A1!';
    demand(await owner.post('/auth/iam/users', { username: 'asha', password: first }), 201);
    const account = (await owner.get('/auth/me')).body.account_id as string;
    const person = await web.stranger();
    await person.visit(`/login?as=iam&account=${account}`);
    await person.fill({ username: 'asha', password: first });
    await person.press('Log in');
    await person.fill({ new_password: 'short' });
    expect(await person.axe()).toEqual([]);
    await person.press('Set password');
    await person.sees('must have at least 12 characters');
    await person.fill({ new_password: 'a second passphrase A1!' });
    await person.press('Set password');
    await inside(person);
    await person.press('User asha');
    await leave(person);
  });

  it('a forgotten password is set anew by the mailed link, once', async () => {
    const user = await Client.register(web.platform.baseUrl);
    const person = await web.stranger();
    await person.visit('/login');
    await person.press('Forgot your password?');
    await person.fill({ email: user.email });
    await person.press('Send the mail');
    await person.sees('a mail with a link is on its way');
    const { link } = await web.mailed(user.email, 'reset_password');
    await person.open(link);
    expect(path(person)).toBe('/console/reset');
    await person.fill({ password: 'another long passphrase' });
    expect(await person.axe()).toEqual([]);
    await person.press('Set password');
    await person.sees('Your password is changed');
    await person.open(link);
    await person.fill({ password: 'a third long passphrase' });
    await person.press('Set password');
    await person.page.waitForSelector('[role="alert"]');
    await person.visit('/login');
    await person.fill({ email: user.email, password: 'another long passphrase' });
    await person.press('Log in');
    await inside(person);
    await leave(person);
  });

  it.each([
    ['/join', 'This link is incomplete.'],
    ['/reset', 'This link is incomplete.'],
    ['/join?token=ivt-none', 'no such invite'],
  ])('%s says what is wrong with the link', async (address, problem) => {
    const person = await web.stranger();
    await person.visit(address);
    await person.sees(problem);
    expect(await person.page.$('button[type="submit"]')).toBeNull();
    expect(await person.axe()).toEqual([]);
    await leave(person);
  });

  it('no address makes a page lead to another site', async () => {
    const person = await web.stranger();
    const user = await Client.register(web.platform.baseUrl);
    for (const address of ['//evil.example', 'https://evil.example', '/\\evil.example', 'javascript:alert(1)']) {
      const given = encodeURIComponent(address);
      await person.visit(`/login?next=${given}&to=${given}&return_to=${given}#${given}`);
      const links = await person.page.$$eval('a, form', (all) => all.map((one) => one.getAttribute('href') ?? '/'));
      expect(links.filter((link) => !/^\/(?![/\\])/.test(link))).toEqual([]);
    }
    await person.fill({ email: user.email, password: passphrase });
    await person.press('Log in');
    await inside(person);
    expect(path(person)).toBe('/console');
    await leave(person);
  });

  it('who logs out in one tab logs in again in any, and every tab is where it was', async () => {
    const person = await web.person();
    await person.visit('/instances?q=web');
    const other = await person.page.browserContext().newPage();
    await other.goto(`${web.platform.baseUrl}/console/instances?q=db`);
    await other.waitForSelector('nav[aria-label="Pages"]');
    await person.page.bringToFront();
    await person.press(`User ${person.client.email}`);
    await person.press('Log out');
    await person.page.waitForSelector('[name="email"]');
    await other.bringToFront();
    await other.waitForSelector('[name="email"]');
    await person.page.bringToFront();
    await person.visit('/instances?q=web');
    await person.fill({ email: person.client.email, password: passphrase });
    await person.press('Log in');
    await inside(person);
    expect(path(person)).toBe('/console/instances?q=web');
    await other.bringToFront();
    await other.waitForSelector('nav[aria-label="Pages"]');
    expect(other.url()).toBe(`${web.platform.baseUrl}/console/instances?q=db`);
    await leave(person);
  });

  it('every page fits a narrow screen', async () => {
    const person = await web.stranger();
    await person.page.setViewport({ width: 320, height: 640 });
    for (const address of ['/login', '/login?as=iam', '/register', '/forgot', '/reset?token=x', '/join']) {
      await person.visit(address);
      expect([address, (await person.sideways()) <= 0]).toEqual([address, true]);
    }
    await leave(person);
  });
});
