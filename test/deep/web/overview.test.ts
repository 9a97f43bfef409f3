import type { HTTPRequest } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { demand } from '#test/support/http/client.ts';

const minute = 60_000;

/** An hour in which an instance was half busy. Its newest step is that in which the instance was launched. */
function metricsOf({ id: instance_id, created_at }: Instance, period: string | null) {
  const to = Math.floor(Date.parse(created_at) / minute) * minute;
  const at = (ago: number) => new Date(to - ago * minute).toISOString();
  const points = (value: number) => Array.from({ length: 60 }, (_, ago) => [at(59 - ago), value]);
  const series = {
    cpu_percent: points(period === '6h' ? 25 : 50),
    ram_percent: points(40),
    ram_used_mib: points(200),
    net_rx_bytes_per_second: points(2048),
    net_tx_bytes_per_second: points(1024),
    disk_read_bytes_per_second: points(0),
    disk_write_bytes_per_second: points(512),
    disk_used_percent: points(10),
  };
  return { instance_id, from: at(59), to: at(0), step_seconds: 60, series };
}

/** Has some paths answered otherwise than the platform does: a driver that runs nothing has no usage and no names. */
async function answering({ page }: Person, replies: (url: URL) => object | undefined): Promise<void> {
  await page.setRequestInterception(true);
  page.on('request', (request: HTTPRequest) => {
    const reply = replies(new URL(request.url()));
    if (!reply) return void request.continue();
    void request.respond({ contentType: 'application/json', body: JSON.stringify(reply) });
  });
}

describe.skipIf(!hasBrowser('the console'))('the overview of an instance', () => {
  let web: Web;
  beforeAll(async () => {
    web = await Web.open({ SVC_TIME_SCALE: '0' });
  }, 90_000);
  afterAll(() => web?.close());

  const textOf = ({ page }: Person, selector: string) =>
    page.$eval(selector, (one) => (one as { innerText?: string }).innerText?.replaceAll(/\s+/g, ' ') ?? '');

  it('has four charts with their newest values and what happened, which share a cursor and lead to all of them', async () => {
    const person = await web.person();
    const { page, client } = person;
    const instance = await client.launch({ name: 'web-1' });
    const { id } = instance;
    await answering(person, ({ pathname, searchParams }) =>
      pathname.endsWith(`${id}/metrics`) ? metricsOf(instance, searchParams.get('period')) : undefined,
    );
    await person.visit(`/instances/${id}`);
    await page.waitForSelector('figure[aria-label="Disk"] .u-over');
    const captions = () => page.$$eval('figure figcaption', (all) => all.map((one) => one.textContent));
    expect(await captions()).toEqual([
      'CPU50 %',
      'Memory40 %',
      'Network2 KiB/s received1 KiB/s sent',
      'Disk0 B/s read512 B/s written',
    ]);
    const box = await (await page.$('figure[aria-label="CPU"] .u-over'))!.boundingBox();
    const tips = async (part: number) => {
      await page.mouse.move(box!.x + box!.width * part, box!.y + box!.height / 2);
      return page.$$eval('.chart-tip:not([hidden])', (all) => all.map((one) => one.textContent ?? ''));
    };
    // The pointer is over one of them, and each says its values at that moment.
    await expect
      .poll(async () => (await tips(0.5)).map((text) => text.replace(/^.*?\d\d:\d\d/, '')))
      .toEqual(['50 %', '40 %', 'received: 2 KiB/ssent: 1 KiB/s', 'read: 0 B/swritten: 512 B/s']);
    await expect.poll(async () => (await tips(0.999))[0]).toContain('launch');
    await page.select('select[aria-label="Period"]', '6h');
    await expect.poll(captions).toContain('CPU25 %');
    await person.press('CPU');
    await page.waitForSelector('figure[aria-label="Disk use"]');
    expect(new URL(page.url()).search).toBe('?tab=metrics&period=6h');
    await page.locator('figure[aria-label="CPU"] summary').click();
    const newest = () => page.$eval('figure[aria-label="CPU"] tbody tr', (row) => row.textContent);
    await expect.poll(newest).toMatch(/25 %.*launch/);
    expect(await person.axe()).toEqual([]);
    expect(person.troubles).toEqual([]);
    await person.leave();
  });

  it('says how it is reached: as root, by its name in its network, by its load balancers', async () => {
    const person = await web.person();
    const { client } = person;
    const one = await client.launch({ name: 'web-1' });
    const other = await client.launch({ name: 'web-2' });
    const listeners = [{ protocol: 'http', port: 80, target_port: 8080 }];
    const make = async (name: string, backend: string) =>
      demand(
        await client.post('/compute/load-balancers', { name, listeners, backends: [{ instance_id: backend }] }),
        201,
      ).body;
    const front = await make('front', one.id);
    await make('inner', other.id);
    const health = demand(await client.get('/healthz'), 200).body;
    const capabilities = [...health.compute.capabilities, 'users', 'dns'];
    await answering(person, ({ pathname }) =>
      pathname === '/healthz' ? { ...health, compute: { ...health.compute, capabilities } } : undefined,
    );
    await person.visit(`/instances/${one.id}`);
    await person.sees('web-1.internal');
    await person.sees(`ssh -p ${one.ssh_port} root@${one.public_ip}`);
    await person.sees(`${one.public_ip}:${one.ssh_port}`);
    await person.sees(`${front.public_ip}:80`);
    const facts = await textOf(person, 'section[aria-labelledby="reach-title"]');
    expect(facts).toMatch(/Load balancers front/);
    expect(facts).not.toContain('inner');
    expect(await person.axe()).toEqual([]);
    await person.leave();
  });

  it('has its last five events and its cost, with that of its volumes', async () => {
    const person = await web.person();
    const { page, client } = person;
    const { id } = await client.launch({ name: 'db-1' });
    await client.operate(id, 'stop');
    await client.operate(id, 'start');
    const volume = demand(await client.post('/compute/volumes', { name: 'data', size_gib: 20, instance_id: id }), 201);
    await expect.poll(async () => (await client.show(id)).volume_ids).toEqual([volume.body.id]);
    await person.visit(`/instances/${id}`);
    const rows = (part: string) =>
      page.$$eval(`section[aria-labelledby="${part}-title"] tbody tr`, (all) =>
        all.map((row) => Array.from(row.children, (cell) => (cell as { textContent?: string }).textContent ?? '')),
      );
    const last = async () => (await rows('last')).map(([what]) => what);
    await expect.poll(last, { timeout: 30_000 }).toEqual(['attach volume', 'attach volume', 'start', 'start', 'stop']);
    await person.sees('data');
    await expect
      .poll(() => rows('cost'))
      .toEqual([
        ['db-1', '₹299.00', expect.stringMatching(/^₹0\.\d\d$/)],
        ['data', '₹120.00', expect.stringMatching(/^₹0\.\d\d$/)],
      ]);
    await person.press('All events');
    await expect.poll(async () => (await page.$$('tbody tr')).length).toBeGreaterThan(5);
    expect(new URL(page.url()).search).toBe('?tab=events');
    expect(person.troubles).toEqual([]);
    await person.leave();
  });
});
