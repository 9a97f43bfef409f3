import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { type Client, demand } from '#test/support/http/client.ts';

const reference = 'registry.example.in/library/redis:7';

describe.skipIf(!hasBrowser('the console'))('images in the console', () => {
  let person: Person & { client: Client };
  beforeAll(async () => {
    const web = await Web.shared();
    person = await web.person();
  });

  const path = () => new URL(person.page.url()).pathname;
  // Colours change at once: on the way from one theme to the other they have no contrast.
  const still = { name: 'prefers-reduced-motion', value: 'reduce' };
  const inTheme = (value: string) => person.page.emulateMediaFeatures([still, { name: 'prefers-color-scheme', value }]);

  it('an image of a registry is made, launched with its program, kept while it is used, and deleted', async () => {
    const { page, client } = person;
    await person.visit('/images');
    await person.sees('An image is the system that a new machine starts from.');
    await person.sees('Ubuntu 24.04 LTS');
    expect(await person.axe()).toEqual([]);
    await person.press('Create an image');
    await person.fill({ 'source.registry': 'redis' });
    await person.sees('"redis" is not a reference (a registry, a repository, and a tag or a digest');
    await person.fill({ 'source.registry': reference });
    await person.sees('An image costs ₹3 a month for each GiB of its size');
    expect(await page.$eval('[name=name]', (input) => (input as unknown as { value: string }).value)).toBe('redis');
    await inTheme('dark');
    expect(await person.axe()).toEqual([]);
    await inTheme('light');
    await person.press('Create image');
    await expect.poll(path).toMatch(/^\/console\/images\/img-/);
    await page.waitForSelector('a.button.primary');
    for (const fact of ['64 MiB', '₹0.19', reference, 'x86_64', 'sha256:']) await person.sees(fact);
    expect(await person.axe()).toEqual([]);

    await person.press('Actions for redis');
    await person.press('Name and tags …');
    await person.fill({ name: 'cache' });
    await person.press('Save');
    await page.waitForSelector('h1::-p-text(cache)');
    await person.press('Launch an instance');
    await person.fill({ name: 'cache-1' });
    await page.waitForSelector('input[name=image_id][value^=img-]:checked');
    await person.press('Run the program of the image');
    await person.sees('As a service, with its output in the console log: redis');
    expect(await person.axe()).toEqual([]);
    await person.press('Launch');
    await expect.poll(path).toMatch(/^\/console\/instances\/i-/);
    const machine = demand(await client.get(`/compute/instances/${path().split('/').at(-1)}`), 200).body;
    expect(machine).toMatchObject({ name: 'cache-1', run_entrypoint: true, image_id: expect.stringMatching(/^img-/) });

    await person.sees('runs as a service');
    await page.locator('main a::-p-text(cache)').click();
    await expect.poll(path).toBe(`/console/images/${machine.image_id}`);
    await person.press('Actions for cache');
    await person.press('Delete …');
    await person.sees(`image ${machine.image_id} is used by ${machine.id}`);
    await page.keyboard.press('Escape');
    await client.operate(machine.id, 'terminate');
    await person.press('Actions for cache');
    await person.press('Delete …');
    await person.sees('−₹0.19');
    await person.fill({ confirm: 'cache' });
    await person.press('Delete image');
    await person.sees('An image is the system that a new machine starts from.');
    expect(path()).toBe('/console/images');
    expect(person.troubles).toEqual([]);
  });

  it('an image of a snapshot is made from its menu, found by Ctrl-K, and chosen for a group', async () => {
    const { page, client } = person;
    const { id } = await client.launch({ name: 'builder' });
    await client.api.createSnapshot({ id, body: { name: 'golden' }, wait: 25 });
    await person.visit('/snapshots');
    await person.sees('available');
    await person.press('Actions for golden');
    await person.press('Create an image');
    await person.sees('golden · 10 GiB');
    await person.sees('An image costs');
    await person.press('Create image');
    await expect.poll(path).toMatch(/^\/console\/images\/img-/);
    await page.waitForSelector('a.button.primary');
    const image = path().split('/').at(-1);

    await page.keyboard.down('Control');
    await page.keyboard.press('k');
    await page.keyboard.up('Control');
    await page.waitForSelector('dialog.palette input');
    await page.keyboard.type('golden');
    const hits = () =>
      page.$$eval('dialog.palette [role=option]', (all) => all.map(({ textContent }) => textContent ?? ''));
    // The snapshot, which lists of images have too, is found as one thing.
    await expect.poll(async () => (await hits()).filter((hit) => hit.includes('golden')).length).toBe(2);
    expect((await hits()).some((hit) => hit.includes(image ?? 'none'))).toBe(true);
    await page.keyboard.press('Escape');

    await person.press('Actions for golden');
    await person.press('Create an auto scaling group');
    await expect.poll(path).toBe('/console/groups/new');
    await person.sees('golden · your image');
    expect(await page.$eval('[name=image_id]', (select) => (select as unknown as { value: string }).value)).toBe(image);
    const redis = await client.api.createImage({ body: { name: 'redis', source: { registry: reference } }, wait: 25 });
    await person.fill({ name: 'caches', instance_type_id: 's1-nano', image_id: redis.id });
    await person.press('Run the program of the image');
    await person.press('Create auto scaling group');
    await expect.poll(path).toMatch(/^\/console\/groups\/asg-/);
    await person.sees('runs as a service in each member');
    expect(person.troubles).toEqual([]);
  });

  it('the progress of an image is shown while it is created, and then what has come of it', async () => {
    const { page, client } = person;
    const image = await client.api.createImage({ body: { name: 'tool', source: { registry: reference } }, wait: 25 });
    const creating = { ...image, status: 'creating', available: false, progress_percent: 40 };
    const address = `/compute/images/${image.id}`;
    let isDone = false;
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      const isHeld = !isDone && request.method() === 'GET' && new URL(request.url()).pathname === address;
      if (!isHeld) return void request.continue();
      void request.respond({ contentType: 'application/json', body: JSON.stringify(creating) });
    });
    await person.visit(`/images/${image.id}`);
    await person.sees('creating · 40 %');
    expect(await page.$eval('main progress', (bar) => bar.getAttribute('value'))).toBe('40');
    expect(await page.$('a.button.primary')).toBeNull();
    expect(await person.axe()).toEqual([]);
    isDone = true;
    await page.waitForSelector('a.button.primary');
    expect(await page.$('main progress')).toBeNull();
    expect(person.troubles).toEqual([]);
  });
});
