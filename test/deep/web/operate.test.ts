import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runOperator } from '#test/support/accounts/operator-program.ts';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { Client, demand } from '#test/support/http/client.ts';

/* The pages of operators: whom they are shown to, and what is done there. */

describe.skipIf(!hasBrowser('the console'))('an operator', () => {
  let web: Web;
  let operator: Client;
  let customer: Client;
  let person: Person;
  let account: string;
  beforeAll(async () => {
    web = await Web.open({ SVC_TIME_SCALE: '0', SVC_LIMITS: 'off' });
    operator = await Client.verified(web.platform.baseUrl);
    customer = await Client.verified(web.platform.baseUrl);
    account = (await customer.get('/auth/me')).body.account_id;
    await customer.launch({ name: 'web-1' });
    expect((await runOperator(web.platform.dataDir, operator.email)).status).toBe(0);
    person = await web.person(operator);
  }, 90_000);
  afterAll(() => web?.close());

  const settled = () => person.page.waitForFunction('!document.querySelector(".loading")', { timeout: 20_000 });

  it('finds the pages at the side, and a customer does not', async () => {
    const sideOf = (one: Person) => one.page.$$eval('nav.side h2', (all) => all.map(({ textContent }) => textContent));
    await person.visit('/');
    await expect.poll(() => sideOf(person)).toContain('Platform');
    const other = await web.person(customer);
    await other.visit('/');
    await other.page.waitForSelector('nav.side h2');
    expect(await sideOf(other)).not.toContain('Platform');
    await other.visit('/platform/hosts');
    await other.sees('does not operate this platform');
    await other.leave();
  });

  it('makes a join token, and gets the command for the machine', async () => {
    await person.visit('/platform/hosts');
    await person.press('Join a host');
    await person.press('Create token');
    await person.sees('svc-host join --url');
    expect(await person.axe()).toEqual([]);
    await person.visit('/platform/hosts?tab=tokens');
    await person.sees('a new host');
  });

  it('drains a host and has it back, and sees its machines', async () => {
    await person.visit('/platform/hosts/local');
    await person.sees(account);
    await person.press('Actions for local');
    await person.press('Drain');
    await person.sees('draining');
    await person.press('Actions for local');
    await person.press('Resume');
    await person.sees('local accepts new machines again.');
    expect(await person.axe()).toEqual([]);
  });

  it('is told what is lost with a host before it is fenced', async () => {
    const [instance] = (await customer.get('/compute/instances')).body.instances;
    await person.visit('/platform/hosts/local');
    await person.press('Actions for local');
    await person.press('Fence');
    await expect.poll(() => person.page.$eval('dialog[open]', (one) => one.textContent)).toContain(instance.id);
    expect(await person.axe()).toEqual([]);
    await person.page.keyboard.press('Escape');
    const { hosts } = demand(await operator.get('/platform/hosts'), 200).body;
    expect(hosts[0].state).toBe('active');
  });

  it('grants credit, raises a limit, and blocks and unblocks an account', async () => {
    await person.visit(`/platform/accounts/${account}`);
    await person.press('Grant credit');
    await person.fill({ amount_paise: '123.45', reason: 'outage of 14 November' });
    await person.press('Grant');
    await person.sees('The credit is granted.');
    const { transactions } = demand(await customer.get('/auth/billing/transactions'), 200).body;
    expect(transactions[0]).toMatchObject({ amount_paise: 12_345, description: 'outage of 14 November' });
    await person.press('Actions for instances');
    await person.press('Change the limit');
    await person.fill({ instances: '7' });
    await person.press('Save');
    await person.sees('The limit is changed.');
    const { quotas } = demand(await customer.get('/compute/quotas'), 200).body;
    expect(quotas).toContainEqual({ name: 'instances', limit: 7, used: 1 });
    const name = customer.email;
    await person.press(`Actions for ${name}`);
    await person.press('Block');
    await person.fill({ confirm: name });
    await person.press('Block');
    await person.sees('The account is blocked.');
    expect((await customer.get('/auth/me')).status).toBe(403);
    await person.press(`Actions for ${name}`);
    await person.press('Unblock');
    await person.sees('The account is unblocked.');
    expect(person.troubles).toEqual([]);
  });

  it.each(['/platform/hosts', '/platform/accounts', '/platform/health', '/platform/health?tab=stuck', '/platform/log'])(
    '%s is whole, wide and on the narrowest phone',
    async (path) => {
      await person.visit(path);
      await settled();
      expect(await person.axe()).toEqual([]);
      await person.page.setViewport({ width: 320, height: 700 });
      expect(await person.sideways()).toBeLessThanOrEqual(0);
      expect(await person.axe()).toEqual([]);
      await person.page.setViewport({ width: 1280, height: 900 });
      expect(person.troubles).toEqual([]);
    },
  );
});
