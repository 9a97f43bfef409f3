import type { Page } from 'puppeteer-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { Web } from '#test/support/browser/web.ts';
import { demand } from '#test/support/http/client.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

await whereContainersWork(() => {
  if (!hasBrowser('a machine in the console')) return;
  let web: Web;
  beforeAll(async () => {
    web = await Web.open({ SVC_COMPUTE: 'container' });
  });
  afterAll(() => web?.close());

  const head = (page: Page) => page.$eval('.page-head', (element) => (element as { textContent?: string }).textContent);
  const isState = (page: Page, state: string) => expect.poll(() => head(page)).toContain(state);

  it('a person launches a machine, works in its terminal, stops it, and terminates it', async () => {
    const person = await web.person();
    const { page, client } = person;
    await person.press('Launch an instance');
    await person.fill({ name: 'web-1' });
    await person.sees('₹299.00');
    expect(await person.axe()).toEqual([]);
    await person.press('Launch');
    await isState(page, 'running');
    const path = () => new URL(page.url()).pathname;
    await expect.poll(path).toMatch(/^\/console\/instances\/i-/);
    const machine = demand(await client.get(`/compute/instances/${path().split('/').at(-1)}`), 200).body;
    expect(machine).toMatchObject({ name: 'web-1', instance_type_id: 's1-nano', image_id: 'debian-12' });
    await person.sees(`ssh -p ${machine.ssh_port} root@${machine.public_ip}`);
    expect(await person.axe()).toEqual([]);

    const opened = new Promise<Page | null>((resolve) => page.once('popup', resolve));
    await person.press('Open a terminal');
    const terminal = await opened;
    await terminal?.waitForSelector('.xterm-rows');
    const screen = () => terminal?.$eval('.xterm-rows', (rows) => (rows as { textContent?: string }).textContent ?? '');
    await expect.poll(screen).toContain('web-1');
    await terminal?.type('.xterm-helper-textarea', 'echo $((6 * 7))-$(hostname)\n');
    await expect.poll(screen).toContain('42-web-1');
    await terminal?.close();

    await person.press('Actions for web-1');
    await person.press('As commands …');
    await person.sees(`svc instance stop ${machine.id}`);
    await person.sees(`/compute/instances/${machine.id}/reboot`);
    expect(await person.axe()).toEqual([]);
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { hidden: true });

    const shown = await person.record('.page-head');
    await person.press('Stop');
    await isState(page, 'stopped');
    expect(await shown()).toContainEqual(expect.stringContaining('stopping'));
    await person.press('Actions for web-1');
    await person.press('Terminate');
    await person.sees('Type web-1 to confirm');
    expect(await person.axe()).toEqual([]);
    await page.locator('dialog button[type=submit]').click();
    // Without its name typed, nothing is terminated.
    expect((await client.get(`/compute/instances/${machine.id}`)).body.status).toBe('stopped');
    await person.fill({ confirm: 'web-1' });
    await page.locator('dialog button[type=submit]').click();
    await isState(page, 'terminated');
    expect(person.troubles).toEqual([]);
    await person.leave();
  });

  it('what somebody else does is seen without a reload, and a page can be reloaded anywhere', async () => {
    const person = await web.person();
    const { page, client } = person;
    await person.visit('/instances?q=db&status=running');
    await person.sees('No instance matches');
    const machine = await client.launch({ name: 'db-1' });
    await person.sees('db-1');
    await person.visit(`/instances/${machine.id}?tab=firewall`);
    await person.sees('Add a rule');
    await client.operate(machine.id, 'stop');
    await isState(page, 'stopped');
    await page.goBack();
    await page.waitForSelector('[name=status], select');
    expect(new URL(page.url()).search).toBe('?q=db&status=running');
    await person.sees('No instance matches');
    await person.leave();
  });

  it('the palette finds a machine, a page and an action, by keyboard alone', async () => {
    const person = await web.person();
    const { page, client } = person;
    const machine = await client.launch({ name: 'needle' });
    const open = async (text: string) => {
      await page.keyboard.down('Control');
      await page.keyboard.press('k');
      await page.keyboard.up('Control');
      await page.waitForSelector('.palette input');
      await page.keyboard.type(text);
    };
    await open('needl');
    await person.sees(`needle · ${machine.id}`);
    expect(await person.axe()).toEqual([]);
    await page.keyboard.press('Enter');
    await isState(page, 'needle');
    await open('reboot needl');
    await person.sees(`Reboot needle · ${machine.id}`);
    await page.keyboard.press('Enter');
    await person.sees('needle reboots.');
    await isState(page, 'running');
    // Nobody waits for what they know by heart: what is chosen is what was typed, not what was shown a moment before.
    await open('gstin');
    await page.keyboard.press('Enter');
    await eventually(async () => page.url().endsWith('/billing?tab=tax') || undefined);
    await open('launch');
    await page.keyboard.press('Enter');
    await eventually(async () => page.url().endsWith('/instances/new') || undefined);
    await open('needl');
    await page.keyboard.press('Enter');
    await eventually(async () => page.url().endsWith(`/instances/${machine.id}`) || undefined);
    await person.leave();
  });
});
