import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import type { Client } from '#test/support/http/client.ts';

describe.skipIf(!hasBrowser('the console'))('what is attached to instances, in the console', () => {
  let web: Web;
  let person: Person & { client: Client };
  let instance: string;
  beforeAll(async () => {
    web = await Web.open();
    person = await web.person();
    instance = (await person.client.launch({ name: 'web-1' })).id;
  }, 90_000);
  afterAll(() => web?.close());

  const at = (pattern: RegExp) => expect.poll(() => new URL(person.page.url()).pathname).toMatch(pattern);

  it('a volume is created, attached, grown, detached and deleted', async () => {
    await person.visit('/volumes');
    await person.press('Create a volume');
    await person.fill({ name: 'data', size_gib: '5' });
    await person.sees('+₹30.00');
    await person.press('As command');
    await person.sees('svc volume create data --size-gib 5');
    await person.press('Create volume');
    await at(/^\/console\/volumes\/vol-/);
    await person.press('Attach');
    await person.fill({ instance_id: instance });
    expect(await person.axe()).toEqual([]);
    await person.press('Attach');
    await person.sees('svc ssh web-1 -- df -h /mnt/data');
    await person.press('Grow');
    await person.fill({ size_gib: '10' });
    await person.sees('+₹30.00');
    await person.page.keyboard.press('Enter');
    await person.sees('10 GiB');
    await person.press('Actions for data');
    await person.sees('it is attached: detach it first');
    await person.press('Detach …');
    await person.fill({ confirm: 'data' });
    await person.press('Detach');
    await person.sees('An instance that it is attached to mounts it at');
    expect(await person.axe()).toEqual([]);
    await person.press('Actions for data');
    await person.press('Delete …');
    await person.fill({ confirm: 'data' });
    await person.press('Delete volume');
    await person.sees('A volume is a disk that outlives machines');
    expect(person.troubles).toEqual([]);
  }, 180_000);

  it('an elastic IP is allocated, attached, detached and released, on the screen of a phone', async () => {
    await person.page.setViewport({ width: 320, height: 640 });
    await person.visit('/addresses/new');
    await person.sees('+₹149.00');
    expect(await person.sideways()).toBeLessThanOrEqual(0);
    await person.fill({ name: 'entry' });
    await person.press('Allocate');
    await at(/^\/console\/addresses\/eip-/);
    await person.press('Attach');
    await person.fill({ instance_id: instance });
    await person.press('Attach');
    await person.sees('Every port that the instance’s firewall allows is reachable at this address');
    await person.sees('web-1');
    expect(await person.sideways()).toBeLessThanOrEqual(0);
    expect(await person.axe()).toEqual([]);
    await person.press('Detach');
    await person.sees('Its connections end at once.');
    await person.fill({ confirm: 'entry' });
    await person.press('Detach');
    await person.sees('Nothing is reachable at this address');
    await person.press('Actions for entry');
    await person.press('Release …');
    await person.fill({ confirm: 'entry' });
    await person.press('Release elastic IP');
    await person.sees('An elastic IP is a public address that stays yours');
    expect(person.troubles).toEqual([]);
  }, 180_000);
});
