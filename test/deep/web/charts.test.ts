import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { Web } from '#test/support/browser/web.ts';

const minute = 60_000;

/** Ten minutes of a processor: half busy, and for two minutes without a sample. */
function metricsOf(instance_id: string) {
  const to = Math.floor(Date.now() / minute) * minute;
  const at = (ago: number) => new Date(to - ago * minute).toISOString();
  const samples = [9, 8, 7, 6, 3, 2, 1, 0].map((ago) => [at(ago), 50]);
  const none = {
    ram_percent: [],
    net_rx_bytes_per_second: [],
    net_tx_bytes_per_second: [],
    disk_read_bytes_per_second: [],
    disk_write_bytes_per_second: [],
    disk_used_percent: [],
  };
  return { instance_id, from: at(9), to: at(0), step_seconds: 60, series: { ...none, cpu_percent: samples } };
}

describe.skipIf(!hasBrowser('the console'))('a chart of the console', () => {
  let web: Web;
  beforeAll(async () => {
    web = await Web.open({ SVC_TIME_SCALE: '0' });
  }, 90_000);
  afterAll(() => web?.close());

  it('says its unit, what is under the pointer, and where nothing is known; and its numbers are a table', async () => {
    const person = await web.person();
    const { page } = person;
    const { id } = await person.client.launch({ name: 'web-1' });
    await page.setRequestInterception(true);
    page.on('request', (request) => {
      if (!new URL(request.url()).pathname.endsWith('/metrics')) return void request.continue();
      void request.respond({ contentType: 'application/json', body: JSON.stringify(metricsOf(id)) });
    });
    await person.visit(`/instances/${id}?tab=metrics`);
    const drawn = await page.waitForSelector('figure[aria-label="CPU"] .u-over');
    const label = await page.$eval('figure[aria-label="CPU"] .chart-box', (box) => box.getAttribute('aria-label'));
    expect(label).toBe('CPU. CPU: 50 % now, from 50 % to 50 %');
    const box = await drawn!.boundingBox();
    const tipAt = async (part: number) => {
      await page.mouse.move(box!.x + box!.width * part, box!.y + box!.height / 2);
      return page.$eval('figure[aria-label="CPU"] .chart-tip', (tip) => tip.textContent);
    };
    await expect.poll(() => tipAt(0.02)).toMatch(/^\d+ \w+ \d{4}, \d\d:\d\d50 %$/);
    await expect.poll(() => tipAt(0.5)).toMatch(/no value$/);
    await page.locator('figure[aria-label="CPU"] summary').click();
    const cells = () =>
      page.$$eval('figure[aria-label="CPU"] tbody td:nth-child(2)', (all) => all.map((one) => one.textContent));
    await expect.poll(cells).toEqual(['50 %', '50 %', '50 %', '50 %', '–', '–', '50 %', '50 %', '50 %', '50 %']);
    await person.sees('There are no values in this time yet.');
    expect(await person.axe()).toEqual([]);
    expect(person.troubles).toEqual([]);
    await person.leave();
  });
});
