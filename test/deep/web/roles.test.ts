import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import { rolePolicies, type TeamRole } from '#lib/model/identity/policy/managed.ts';
import { newPublicKey } from '#test/support/accounts/public-key.ts';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { Client, demand } from '#test/support/http/client.ts';

const password = 'a passphrase of ci A1!';

const roles = Object.keys(rolePolicies) as TeamRole[];

/** What each role may not even read, by page. Everything else is shown to everybody. */
const unread: Readonly<Record<TeamRole, readonly string[]>> = {
  admin: [],
  developer: ['/', '/billing', '/iam/users', '/team'],
  billing: [],
  viewer: [],
};

/** Who may do what a page is for. */
const launches: readonly TeamRole[] = ['admin', 'developer'];
const pays: readonly TeamRole[] = ['admin', 'billing'];
const invites: readonly TeamRole[] = ['admin'];

describe.skipIf(!hasBrowser('the console'))('a member of a team', () => {
  let web: Web;
  let owner: Client;
  let machine: Instance;
  beforeAll(async () => {
    web = await Web.open({ SVC_TIME_SCALE: '0', SVC_LIMITS: 'off' });
    owner = await Client.verified(web.platform.baseUrl);
    demand(await owner.ask('/auth/account', { method: 'PATCH', body: { name: 'Shop' } }), 200);
    machine = await owner.launch({ name: 'web-1' });
    demand(await owner.post('/compute/volumes', { name: 'data', size_gib: 1 }), 201);
    demand(await owner.post('/compute/ssh-keys', { name: 'mine', public_key: newPublicKey() }), 201);
    demand(await owner.post('/storage/buckets', { name: 'shop-files' }), 201);
  }, 90_000);
  afterAll(() => web?.close());

  /** A member of this role, in the team's account. */
  async function member(role: TeamRole): Promise<Person> {
    const client = await Client.verified(web.platform.baseUrl);
    const { token } = demand(await owner.post('/auth/team/invite', { email: client.email, role }), 201).body;
    demand(await client.post('/auth/team/accept', { token }), 200);
    const person = await web.person(client);
    await person.page.locator('.top [aria-haspopup="menu"]').click();
    await Promise.all([person.page.waitForNavigation(), person.press(`Shop (${role})`)]);
    await person.page.waitForSelector('[aria-label="Account Shop: change it"]');
    return person;
  }

  /** An IAM user who may do everything but what is denied. */
  async function halfDenied(denied: readonly string[]): Promise<Person> {
    const account = demand(await owner.get('/auth/me'), 200).body.account_id as string;
    const allowAll = { Effect: 'Allow', Action: '*', Resource: '*' };
    const document = { Version: '2026-11-01', Statement: [allowAll, { ...allowAll, Effect: 'Deny', Action: denied }] };
    const policy = demand(await owner.post('/auth/iam/policies', { name: 'half', document }), 201).body;
    const user = { username: 'ci', password, password_reset_required: false, policy_ids: [policy.id] };
    demand(await owner.post('/auth/iam/users', user), 201);
    const person = await web.stranger();
    await person.visit(`/login?as=iam&account=${account}&user=ci`);
    await person.fill({ password });
    await person.press('Log in');
    await person.page.waitForSelector('nav[aria-label="Pages"]');
    return person;
  }

  const main = (person: Person) => person.page.$eval('main', (element) => element.textContent ?? '');
  const settled = (person: Person) =>
    person.page.waitForFunction('!document.querySelector(".loading")', { timeout: 20_000 });

  const pages = () => [
    '/',
    '/instances',
    `/instances/${machine.id}`,
    `/instances/${machine.id}?tab=settings`,
    '/instances/new',
    '/volumes',
    '/networks',
    '/load-balancers',
    '/keys',
    '/buckets',
    '/buckets/shop-files',
    '/billing',
    '/iam/users',
    '/team',
    '/activity',
    '/webhooks',
    '/account',
  ];

  it.each(roles)('of the role %s is shown every page, or told which right is missing', async (role) => {
    const person = await member(role);
    const faults: string[] = [];
    for (const path of pages()) {
      await person.visit(path);
      await settled(person);
      const text = await main(person);
      const isTold = text.includes('not authorised to perform');
      if (unread[role].includes(path) && !isTold) faults.push(`${path} does not say that it is refused`);
      faults.push(...(await person.axe()).map((fault) => `${path}: ${fault}`));
      faults.push(...person.troubles.splice(0).map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
    await person.leave();
  });

  it('who is an IAM user with half of it denied has the other half, and is told why not', async () => {
    const person = await halfDenied(['storage:*', 'billing:*', 'iam:*', 'compute:TerminateInstance']);
    // The home page says which part of it is missing, and has the others.
    const refused = ['/', '/buckets', '/buckets/shop-files', '/billing', '/iam/users'];
    const faults: string[] = [];
    for (const path of pages()) {
      await person.visit(path);
      await settled(person);
      const isTold = (await main(person)).includes('not authorised to perform');
      if (isTold !== refused.includes(path)) faults.push(`${path} says ${isTold ? '' : 'not '}that it is refused`);
      faults.push(...(await person.axe()).map((fault) => `${path}: ${fault}`));
      faults.push(...person.troubles.splice(0).map((fault) => `${path}: ${fault}`));
    }
    expect(faults).toEqual([]);
    await person.visit(`/instances/${machine.id}`);
    await person.press('Actions for web-1');
    await person.page.waitForSelector('.menu:popover-open');
    const entries = await person.page.$$eval('.menu:popover-open [aria-disabled="true"]', (all) =>
      all.map((one) => one.textContent),
    );
    expect(entries).toContainEqual(expect.stringMatching(/^Terminate.*permissions/));
    expect(entries.filter((one) => one?.startsWith('Stop'))).toEqual([]);
    await person.page.keyboard.press('Escape');
    await person.press('Reboot');
    await person.sees('web-1 reboots.');
    await person.press('Search or do Ctrl K');
    await person.page.keyboard.type('terminate web');
    await person.sees('Terminate web-1 · your permissions do not allow it');
    await person.page.keyboard.press('Escape');
    await person.visit('/instances');
    await person.press('Select web-1');
    await person.press('Terminate 0 of 1');
    await person.sees('None of these can be terminated');
    await person.sees('web-1 is kept: your permissions do not allow it');
    expect([await person.axe(), person.troubles]).toEqual([[], []]);
    await person.leave();
  });

  it.each(roles)('of the role %s finds what is refused said at its control', async (role) => {
    const person = await member(role);
    const mayLaunch = launches.includes(role);
    await person.visit(`/instances/${machine.id}`);
    await person.page.locator('::-p-aria([name="Actions for web-1"])').click();
    await person.page.waitForSelector('.menu:popover-open');
    const reasons = await person.page.$$eval('.menu:popover-open [aria-disabled="true"] .about', (all) =>
      all.map((one) => one.textContent),
    );
    if (mayLaunch) expect(reasons).not.toContain('your permissions do not allow it');
    else expect(new Set(reasons)).toEqual(new Set(['your permissions do not allow it']));
    // The dry run says it before anything is pressed.
    await person.visit('/instances/new');
    await (mayLaunch ? person.sees('a month ·') : person.sees('not authorised to perform compute:LaunchInstance'));
    await person.visit('/billing?tab=top-up');
    await settled(person);
    await person.press('Continue');
    await (pays.includes(role) ? person.sees('Pay') : person.sees('not authorised to perform billing:CreateTopup'));
    await person.visit('/team/invite');
    await person.fill({ email: `${role}@example.com` });
    await person.press('viewer Reads everything, changes nothing.');
    await person.press('Send the invite');
    const invited = invites.includes(role) ? 'is on its way to' : 'not authorised to perform team:InviteMember';
    await person.sees(invited);
    expect(person.troubles).toEqual([]);
    await person.leave();
  });
});
