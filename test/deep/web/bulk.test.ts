import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { type Client, demand } from '#test/support/http/client.ts';

describe.skipIf(!hasBrowser('the console'))('several instances at a time, in the console', () => {
  let web: Web;
  let person: Person & { client: Client };
  beforeAll(async () => {
    web = await Web.open();
    person = await web.person();
  }, 90_000);
  afterAll(() => web?.close());

  const ids = new Map<string, string>();
  const launch = async (name: string, also: { termination_protection?: boolean } = {}): Promise<string> => {
    const { id } = await person.client.launch({ name, ...also });
    ids.set(name, id);
    return id;
  };
  const stateOf = async (name: string): Promise<string> => (await person.client.show(ids.get(name) ?? '')).status;

  it('an instance is launched with tags, which its page shows', async () => {
    await person.visit('/instances/new');
    await person.fill({ name: 'tagged' });
    await person.press('Network, first boot, tags, and more');
    await person.press('Add a tag');
    await person.page.type('[aria-label="Key of tag 1"]', 'team');
    await person.page.type('[aria-label="Value of tag 1"]', 'shop');
    await person.press('As command');
    await person.sees('--tag team=shop');
    await person.sees('As Terraform');
    await person.sees('resource "svc_instance" "tagged" {');
    expect(await person.axe()).toEqual([]);
    await person.press('Launch');
    await person.sees('Protected from termination');
    const tag = await person.page.$eval('[aria-labelledby="tags-title"]', (section) => section.textContent);
    expect(tag).toBe('Tagsteamshop');
    expect(demand(await person.client.get('/compute/instances?name=tagged'), 200).body.instances[0].tags).toEqual({
      team: 'shop',
    });
  }, 60_000);

  it('they are stopped together, and the counts say which of them can be', async () => {
    const { page } = person;
    const [first] = [await launch('web-1'), await launch('web-2')];
    await person.visit('/instances?q=web');
    await person.press('Select web-1');
    await person.press('Stop 1');
    await expect.poll(() => stateOf('web-1')).toBe('stopped');
    await person.press('Select web-2');
    await person.press('Stop 1 of 2');
    await expect.poll(() => stateOf('web-2')).toBe('stopped');
    await person.press('Start 2');
    await expect.poll(() => stateOf('web-2')).toBe('running');
    await person.press('As commands');
    await person.sees(`svc instance stop ${first}`);
    // The provider has no resource that is a stop.
    expect(await page.$eval('dialog', (dialog) => dialog.textContent)).not.toContain('Terraform');
    await page.keyboard.press('Escape');
    await page.waitForSelector('dialog', { hidden: true });
  }, 60_000);

  it('they are terminated together for a typed count, with what goes with them, but for those that are kept', async () => {
    const { page, client } = person;
    await launch('web-kept', { termination_protection: true });
    const id = ids.get('web-1');
    const { body: volume } = await client.post('/compute/volumes', {
      name: 'data',
      size_gib: 5,
      instance_id: id,
    });
    const stateOfVolume = async () => demand(await client.get(`/compute/volumes/${volume.id}`), 200).body.status;
    await expect.poll(stateOfVolume).toBe('in-use');
    await person.visit('/instances?q=web');
    await person.sees('web-kept');
    await person.press('Select all');
    await person.press('Terminate 2 of 3');
    await person.sees('web-kept is kept: it is protected from termination; remove the protection in its settings');
    await person.sees('Type 2 instances to confirm');
    await person.sees('data: detached');
    await person.sees('−₹598.00');
    await person.press('As command');
    await person.sees(`svc instance terminate ${id}`);
    expect([await person.axe(), (await person.sideways()) > 0]).toEqual([[], false]);
    const submit = page.locator('dialog button[type=submit]');
    await submit.click();
    // Without the count typed, nothing is terminated.
    expect([await stateOf('web-1'), await stateOf('web-2')]).toEqual(['running', 'running']);
    await person.fill({ confirm: '2 instances' });
    await submit.click();
    await person.sees('2 instances are being terminated.');
    await page.waitForSelector('dialog', { hidden: true });
    await expect
      .poll(async () => [await stateOf('web-1'), await stateOf('web-2')])
      .toEqual(['terminated', 'terminated']);
    expect(await stateOf('web-kept')).toBe('running');
    await expect.poll(stateOfVolume).toBe('available');
    expect([await person.axe(), person.troubles]).toEqual([[], []]);
  }, 90_000);

  it('one that is protected meanwhile is told, and the others are terminated', async () => {
    const { page, client } = person;
    const kept = await launch('lot-1');
    await launch('lot-2');
    await person.visit('/instances?q=lot');
    await person.sees('lot-2');
    await person.press('Select all');
    await person.press('Terminate 2');
    await person.sees('−₹598.00');
    await person.fill({ confirm: '2 instances' });
    await client.api.updateInstance({ id: kept, body: { termination_protection: true } });
    await page.locator('dialog button[type=submit]').click();
    await person.sees('lot-1 is not terminated.');
    await person.sees('1 instance is being terminated.');
    expect(await person.axe()).toEqual([]);
    await expect.poll(() => stateOf('lot-2')).toBe('terminated');
    expect(await stateOf('lot-1')).toBe('running');
    expect(person.troubles).toEqual([]);
  }, 60_000);
});
