import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { ask, Client, demand } from '#test/support/http/client.ts';
import { receiver } from '#test/support/http/receiver.ts';

const password = 'a passphrase of ci A1!';

describe.skipIf(!hasBrowser('the console'))('who may do what', () => {
  let web: Web;
  beforeAll(async () => {
    web = await Web.open();
  }, 90_000);
  afterAll(() => web?.close());

  const leave = async (person: Person) => {
    expect(person.troubles).toEqual([]);
    await person.leave();
  };
  /** Writes a document in place of what the editor has. */
  const write = async (person: Person, text: string) => {
    await person.page.focus('textarea');
    await person.page.keyboard.down('Control');
    await person.page.keyboard.press('a');
    await person.page.keyboard.up('Control');
    await person.page.keyboard.sendCharacter(text);
  };
  const rows = (person: Person) => person.page.$$('tbody tr').then((all) => all.length);

  it('a policy is made with its errors in place, attached, tried, and used by a key', async () => {
    const person = await web.person();
    await person.visit('/iam/policies/new');
    await person.fill({ name: 'launcher', template: 'Everything except terminating machines' });
    const written = await person.page.$eval('textarea', (area) => (area as unknown as { value: string }).value);
    await write(person, written.replace('compute:TerminateInstance', 'compute:Fly'));
    await person.press('Create policy');
    await person.sees('unknown action "compute:Fly"');
    expect(await person.page.$$eval('.lines .bad', (all) => all.length)).toBe(1);
    expect(await person.axe()).toEqual([]);
    await write(person, written);
    await person.press('Create policy');
    await person.page.waitForSelector('::-p-aria([name="launcher"][role="heading"])');
    await person.visit('/iam/users/new');
    await person.fill({ username: 'ci' });
    await person.press('Create user');
    await person.page.waitForSelector('::-p-aria([name="ci"][role="heading"])');
    await person.press('Permissions');
    await person.page.waitForSelector('select[name="policy_id"] option:nth-child(3)');
    const id = (await person.client.get('/auth/iam/policies?name=launcher')).body.policies[0].id as string;
    await person.fill({ policy_id: id });
    await person.press('Attach');
    await person.sees('launcher is attached to ci.');
    await person.press('Access keys');
    await person.press('Create an access key');
    await person.press('Create key');
    await person.sees('The secret is shown only once. Copy it now.');
    expect(await person.axe()).toEqual([]);
    const [key, secret] = await person.page.$$eval('dialog .copy > code', (all) => all.map((one) => one.textContent));
    const body = { access_key_id: key, secret_key: secret };
    demand(await ask(web.platform.baseUrl, '/auth/iam/exchange-credentials', { method: 'POST', body }), 200);
    await person.press('I have it');
    await person.visit(
      '/iam/simulate?user=ci&action=compute:LaunchInstance%20compute:TerminateInstance%20iam:ListUsers',
    );
    await person.page.waitForSelector('select[name="username"] option[value="ci"]');
    await person.press('Simulate');
    await person.sees('no statement allows it');
    expect(await person.page.$$eval('tbody .status', (all) => all.map((one) => one.textContent))).toEqual([
      'allowed',
      'denied',
      'not allowed',
    ]);
    expect(await person.axe()).toEqual([]);
    await leave(person);
  });

  it('every page says to an IAM user without rights which one is missing, and to one with rights what there is', async () => {
    const owner = await Client.verified(web.platform.baseUrl);
    const account = (await owner.get('/auth/me')).body.account_id as string;
    demand(await owner.post('/auth/iam/users', { username: 'ci', password, password_reset_required: false }), 201);
    const person = await web.stranger();
    await person.visit(`/login?as=iam&account=${account}&user=ci`);
    await person.fill({ password });
    await person.press('Log in');
    await person.page.waitForSelector('nav[aria-label="Pages"]');
    for (const [path, right] of [
      ['/iam/users', 'iam:ListUsers'],
      ['/iam/users/ci', 'iam:GetUser'],
      ['/iam/groups', 'iam:ListGroups'],
      ['/iam/policies', 'iam:ListPolicies'],
      ['/iam/password-policy', 'iam:GetPasswordPolicy'],
      ['/activity', 'audit:ListActivity'],
      ['/activity?tab=audit', 'audit:ListLogs'],
      ['/webhooks', 'notifications:ListWebhooks'],
      ['/team', 'team:ListMembers'],
      ['/team?tab=invites', 'team:ListInvites'],
    ] as const) {
      await person.visit(path);
      await person.sees(`user ci is not authorised to perform ${right}`);
      expect([path, await person.axe()]).toEqual([path, []]);
    }
    // The home page says what it does not show, and why.
    await person.visit('/');
    await person.sees('The costs cannot be shown: user ci is not authorised to perform billing:GetSummary');
    await person.sees('Recent activity cannot be shown: user ci is not authorised to perform audit:ListActivity');
    expect(await person.axe()).toEqual([]);
    await person.visit('/account?tab=security');
    await person.sees('Set up one-time codes');
    await leave(person);
  });

  it('a webhook shows its secret once, and its deliveries; the audit log is filtered in its address', async () => {
    const program = await receiver();
    const person = await web.person();
    await person.visit('/webhooks/new');
    await person.fill({ url: program.url });
    await person.press('Create webhook');
    await person.sees('which is shown only once');
    expect(await person.axe()).toEqual([]);
    await person.press('I have it');
    await person.press('Send a test');
    await person.sees('The test succeeded.');
    await person.sees('webhook.test');
    await person.press('Actions for the delivery of webhook.test');
    await person.press('Send it again');
    await person.sees('The delivery succeeded.');
    expect(await person.axe()).toEqual([]);
    await person.visit('/activity?tab=audit&service=auth&method=POST&q=webhook');
    await expect.poll(() => rows(person)).toBeGreaterThanOrEqual(3);
    await person.press('Export as CSV');
    await person.sees('entries exported.');
    await person.press('What happened');
    await person.sees('webhook.created');
    expect(await person.axe()).toEqual([]);
    await leave(person);
    await program.close();
  });
});
