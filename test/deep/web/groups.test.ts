import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { Web } from '#test/support/browser/web.ts';

describe.skipIf(!hasBrowser('the console'))('groups in the console', () => {
  let web: Web;
  beforeAll(async () => {
    web = await Web.open();
  }, 90_000);
  afterAll(() => web?.close());

  it('a group is made, grown, refreshed and deleted', async () => {
    const person = await web.person();
    const path = () => new URL(person.page.url()).pathname;
    const { image_id } = (await person.client.launchBody()) as { image_id: string };
    await person.visit('/groups');
    await person.sees('An auto scaling group keeps a number of equal instances');
    await person.press('Create an auto scaling group');
    await person.fill({ name: 'web', min_size: '3', desired_capacity: '1', instance_type_id: 's1-nano', image_id });
    await person.sees('1 is outside 3 to 4 (min_size to max_size)');
    await person.fill({ min_size: '1', scaling_policy: 'cpu' });
    await person.sees('+₹299.00');
    expect(await person.axe()).toEqual([]);
    await person.press('Create auto scaling group');
    await expect.poll(path).toMatch(/^\/console\/groups\/asg-/);
    await person.sees('1 of 1');
    await person.sees('1 to 4, to keep CPUs at 60 %');
    await person.fill({ desired_capacity: '2' });
    await person.sees('+₹299.00');
    await person.press('Change the size');
    await person.sees('2 of 2');
    await person.press('Replace every member');
    await person.sees('Meanwhile the group has one more member.');
    await person.fill({ confirm: 'web' });
    await person.press('Replace');
    await person.sees('Every member is being replaced');
    expect(await person.axe()).toEqual([]);
    await person.page.waitForFunction('!document.querySelector("progress")', { timeout: 30_000 });
    await person.tab('Members');
    await person.sees('in service');
    expect(await person.axe()).toEqual([]);
    await person.tab('Activity');
    await person.sees('refresh: every member is replaced');
    await person.press('Actions for web');
    await person.press('Delete …');
    await person.press('Keep its members');
    await person.sees('The group is deleted. Its members are kept.');
    await person.press('Keep its members');
    await person.fill({ confirm: 'web' });
    await person.sees('−₹598.00');
    await person.press('Delete group');
    await person.sees('An auto scaling group keeps a number of equal instances');
    expect(path()).toBe('/console/groups');
    expect(person.troubles).toEqual([]);
  }, 180_000);
});
