import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { Web } from '#test/support/browser/web.ts';
import { demand } from '#test/support/http/client.ts';

describe.skipIf(!hasBrowser('the console'))('a dialog over a page', () => {
  let web: Web;
  beforeAll(async () => {
    web = await Web.open({ SVC_TIME_SCALE: '0' });
  }, 90_000);
  afterAll(() => web?.close());

  it('stays while what it is about goes, whose refusal it shows, and goes with the address', async () => {
    const person = await web.person();
    const { page, client } = person;
    const volume = demand(await client.post('/compute/volumes', { name: 'data', size_gib: 1 }), 201).body;
    await person.visit('/');
    await person.press('Volumes');
    await person.press('Actions for data');
    await person.press('Delete …');
    await page.waitForSelector('dialog[open]');
    expect(await person.axe()).toEqual([]);
    demand(await client.ask(`/compute/volumes/${volume.id}`, { method: 'DELETE' }), 200);
    await page.waitForSelector('tbody tr', { hidden: true });
    await person.fill({ confirm: 'data' });
    await page.locator('dialog button[type=submit]').click();
    await person.sees('Not found');
    expect(await page.$eval('dialog', (dialog) => dialog.textContent)).toContain('Delete data');
    await page.goBack();
    await page.waitForSelector('dialog', { hidden: true });
    await person.sees('Recent');
    expect(person.troubles).toEqual([]);
    await person.leave();
  });
});
