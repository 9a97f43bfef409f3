import { beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import type { Client } from '#test/support/http/client.ts';

describe.skipIf(!hasBrowser('the console'))('load balancers in the console', () => {
  let web: Web;
  let person: Person & { client: Client };
  let instance: string;
  beforeAll(async () => {
    web = await Web.shared();
    person = await web.person();
    instance = (await person.client.launch({ name: 'web-1' })).id;
  });

  const path = () => new URL(person.page.url()).pathname;

  it('a load balancer is made from nothing, and shows the health of its backend as it changes', async () => {
    await person.visit('/load-balancers');
    await person.sees('A load balancer shares the requests');
    await person.press('Create a load balancer');
    await person.fill({ name: 'front', 'listeners[0].port': '8000' });
    await person.press('Add a backend');
    await person.fill({ 'backends[0].instance_id': instance });
    await person.sees('+₹899.00');
    await person.fill({ 'listeners[0].port': '80000' });
    await person.sees('80000 must be at most 65535');
    expect(await person.axe()).toEqual([]);
    await person.fill({ 'listeners[0].port': '8000' });
    // The button moves up where the sentence goes, and a click in between would miss it.
    await person.page.keyboard.press('Tab');
    await expect.poll(() => person.page.evaluate('document.body.innerText')).not.toContain('must be at most 65535');
    await person.press('Create load balancer');
    await expect.poll(path).toMatch(/^\/console\/load-balancers\/lb-/);
    await person.sees('active');
    await person.sees('healthy');
    await person.client.operate(instance, 'stop');
    await person.sees('Its instance is not running.');
    await person.client.operate(instance, 'start');
    await person.sees('healthy');
    expect(await person.axe()).toEqual([]);
    await person.press('Remove');
    await person.sees('It gets no new connections. Open ones have 30 seconds');
    await person.fill({ confirm: 'web-1' });
    await person.press('Remove backend');
    await person.sees('draining');
    await person.press('Actions for front');
    await person.press('Delete …');
    await person.fill({ confirm: 'front' });
    await person.sees('−₹899.00');
    await person.press('Delete load balancer');
    await person.sees('A load balancer shares the requests');
    expect(path()).toBe('/console/load-balancers');
    expect(person.troubles).toEqual([]);
  }, 180_000);
});
