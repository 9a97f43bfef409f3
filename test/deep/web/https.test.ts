import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Certificate } from '#lib/model/compute/certificate.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { hasBrowser } from '#test/support/browser/browser.ts';
import { type Person, Web } from '#test/support/browser/web.ts';
import { makeCertificate } from '#test/support/http/certificate.ts';
import { Client, demand } from '#test/support/http/client.ts';
import { overTls } from '#test/support/http/over-tls.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const first = makeCertificate({ names: ['shop.example.in', '*.shop.example.in'] });
const second = makeCertificate({ names: ['shop.example.in'] });
/** A machine that says something at its first boot: also what would draw on a page or a terminal. */
const user_data = `#!/bin/sh\nprintf '<b>not bold</b> \\033[31mnot red\\033[0m %s\\n' ${'long'.repeat(80)}\necho set up\n`;

const [wide, narrow] = [
  { width: 1280, height: 900 },
  { width: 320, height: 568 },
];

/* What a machine writes, and https for a site, without a command line. */
await whereContainersWork(() =>
  describe.skipIf(!hasBrowser('the console'))('somebody who sets up https', () => {
    let web: Web;
    let person: Person & { client: Client };
    let machine: string;
    let folder: string;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'svc-pem-'));
      web = await Web.open({ SVC_COMPUTE: 'container' });
      const client = await Client.verified(web.platform.baseUrl);
      machine = (await client.launch({ name: 'web-1', user_data })).id;
      person = await web.person(client);
    }, 90_000);
    afterAll(async () => {
      await web?.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** The page as it is, in both themes and on the smallest phone, is as it has to be. */
    const isSound = async () => {
      const { page } = person;
      for (const viewport of [wide, narrow]) {
        await page.setViewport(viewport);
        for (const value of ['light', 'dark']) {
          // Colours change at once: on the way from one theme to the other they have no contrast.
          const still = { name: 'prefers-reduced-motion', value: 'reduce' };
          await page.emulateMediaFeatures([still, { name: 'prefers-color-scheme', value }]);
          expect([viewport.width, value, await person.axe()]).toEqual([viewport.width, value, []]);
        }
        expect(await person.sideways(), await person.widest()).toBeLessThanOrEqual(0);
      }
      await page.setViewport(wide);
    };
    const certificates = async (): Promise<Certificate[]> =>
      demand(await person.client.get('/compute/certificates'), 200).body.certificates;
    const idOf = async (name: string) => (await certificates()).find((one) => one.name === name)?.id ?? '';
    /** What the page shows of a certificate. */
    const rowOf = (name: string) => person.page.waitForSelector(`::-p-xpath(//tr[contains(., '${name}')])`);
    const balancer = async () => (await person.client.get('/compute/load-balancers')).body.load_balancers[0];

    it('reads what a machine has written, as text, while it grows', async () => {
      await person.visit(`/instances/${machine}?tab=console-log`);
      await person.sees('<b>not bold</b>');
      await person.sees('set up');
      expect(await person.page.$$('main pre b')).toEqual([]);
      await isSound();
      await person.client.operate(machine, 'reboot');
      // The log is that of the last boot alone.
      await expect.poll(() => person.page.$eval('main', ({ textContent }) => textContent)).not.toContain('set up');
      await isSound();
      expect(person.troubles).toEqual([]);
    });

    it('imports a certificate that is pasted, and another from its files', async () => {
      await person.visit('/certificates');
      await person.sees('A certificate lets a load balancer serve https');
      await isSound();
      await person.press('Import a certificate');
      await person.fill({ name: 'shop' });
      await paste('certificate_pem', first.cert);
      await paste('private_key_pem', second.key);
      await person.press('Import');
      await person.sees('is not the key of the certificate');
      await isSound();
      await paste('private_key_pem', first.key);
      await person.press('Import');
      await person.sees('shop is imported, for shop.example.in, *.shop.example.in.');
      await person.press('Import a certificate');
      await person.fill({ name: 'shop-2' });
      for (const [name, text] of [
        ['certificate_pem', second.cert],
        ['private_key_pem', second.key],
      ] as const) {
        const file = join(folder, `${name}.pem`);
        writeFileSync(file, text);
        const chooser = person.page.waitForFileChooser();
        await person.page.click(`[name="${name}_file"]`);
        await (await chooser).accept([file]);
      }
      await person.press('Import');
      await person.sees('shop-2 is imported');
      await rowOf('shop-2');
      await isSound();
      expect(await person.page.content()).not.toContain('PRIVATE KEY');
    });

    it('makes a load balancer that serves https, to which http leads', async () => {
      await person.visit('/load-balancers/new');
      await person.fill({
        name: 'front',
        'listeners[0].protocol': 'https',
        'listeners[0].port': '8443',
        'listeners[0].target_port': '8080',
        'listeners[0].certificate_ids[0]': await idOf('shop'),
      });
      await person.press('Add a listener');
      await person.fill({ 'listeners[1].port': '8000', 'listeners[1].target_port': '8080' });
      await person.press('Redirect to https');
      await isSound();
      await person.press('Create load balancer');
      await person.sees('http 8000 → https');
      await person.sees('Private address');
      await isSound();
      await eventually(async () => (await balancer()).status === 'active');
      const { public_ip, listeners } = await balancer();
      expect(listeners).toMatchObject([
        { protocol: 'https', certificate_ids: [await idOf('shop')] },
        { protocol: 'http', redirect_https: true },
      ]);
      const { socket, common } = await overTls(public_ip, 8443, 'www.shop.example.in');
      socket.destroy();
      expect(common).toBe('shop.example.in');
    });

    it('puts another certificate in the place of the first, and is told which is in use', async () => {
      const { id, public_ip } = await balancer();
      await person.visit(`/load-balancers/${id}?tab=settings`);
      await person.fill({ 'listeners[0].certificate_ids[0]': await idOf('shop-2') });
      await isSound();
      await person.press('Save');
      await person.sees('Saved.');
      const shown = () =>
        overTls(public_ip, 8443).then(({ socket, fingerprint }) => {
          socket.destroy();
          return fingerprint.replaceAll(':', '').toLowerCase();
        });
      const fresh = (await certificates()).find(({ name }) => name === 'shop-2')?.fingerprint ?? '';
      await expect.poll(shown).toBe(fresh.replaceAll(':', '').toLowerCase());
      await person.visit('/certificates');
      await remove('shop-2');
      await person.sees(`is in use by ${id}`);
      await isSound();
      await person.press('Close');
      await remove('shop');
      await person.sees('shop is deleted.');
      expect((await certificates()).map(({ name }) => name)).toEqual(['shop-2']);
      expect(person.troubles).toEqual([]);
    });

    /** Puts a text where it is typed, in place of what is there. */
    async function paste(name: string, text: string): Promise<void> {
      const field = await person.page.waitForSelector(`[name="${name}"]`, { visible: true });
      await field?.click();
      await person.page.keyboard.down('Control');
      await person.page.keyboard.press('KeyA');
      await person.page.keyboard.up('Control');
      await person.page.keyboard.sendCharacter(text);
    }

    async function remove(name: string): Promise<void> {
      await person.press(`Actions for ${name}`);
      await person.press('Delete …');
      await person.fill({ confirm: name });
      await person.press('Delete certificate');
    }
  }),
);
