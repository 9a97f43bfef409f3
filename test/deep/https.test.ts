import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Certificate } from '#lib/model/compute/certificate.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import type { LoadBalancer } from '#lib/model/compute/load-balancer.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { webService } from '#test/support/compute/web-server.ts';
import { CrashSite } from '#test/support/crash/site.ts';
import { makeCertificate } from '#test/support/http/certificate.ts';
import { demand } from '#test/support/http/client.ts';
import { overTls } from '#test/support/http/over-tls.ts';
import { killPart, partOf } from '#test/support/platform/parts.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const pair = makeCertificate({ names: ['shop.example.in'] });

/** Clients of an https listener, which come again and again, each over connections of its own. */
class Visitors {
  readonly #address: string;
  readonly #going: Promise<void>[];
  /** Replies, and what each of them was that was neither whole nor none. */
  replies = 0;
  readonly wrong: string[] = [];
  #over = false;

  constructor(address: string, count: number) {
    this.#address = address;
    this.#going = Array.from({ length: count }, () => this.#visit());
  }

  async end(): Promise<void> {
    this.#over = true;
    await Promise.all(this.#going);
  }

  async #visit(): Promise<void> {
    while (!this.#over) {
      // A connection that is refused or breaks is what a kill means to a client; a reply that is not one is not.
      const secured = await overTls(this.#address, 8443).catch(() => undefined);
      secured?.socket.on('error', () => undefined).setTimeout(3_000, () => secured.socket.destroy());
      for (let i = 0; secured && i < 5; i++) {
        const reply = await secured.get('/visit').catch(() => undefined);
        if (reply === undefined) break;
        this.replies++;
        if (!/^HTTP\/1\.1 (200|50[234]) /.test(reply)) this.wrong.push(reply);
      }
      secured?.socket.destroy();
      if (!secured) await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

await whereContainersWork(() =>
  describe('an https listener with visitors', () => {
    let site: CrashSite;
    let lb: LoadBalancer;
    let certificate: Certificate;
    let visitors: Visitors;
    beforeAll(async () => {
      site = await CrashSite.open({ SVC_COMPUTE: 'container' });
      const machine: Instance = await site.client.launch({ name: 'web', user_data: webService });
      const body = { name: 'shop', certificate_pem: pair.cert, private_key_pem: pair.key };
      certificate = demand(await site.client.post('/compute/certificates', body), 201).body;
      const front = {
        name: 'front',
        listeners: [{ protocol: 'https', port: 8443, target_port: 8080, certificate_ids: [certificate.id] }],
        health_check: { interval_seconds: 2, timeout_seconds: 1, healthy_threshold: 2, unhealthy_threshold: 2 },
        backends: [{ instance_id: machine.id }],
      };
      lb = demand(await site.client.post('/compute/load-balancers', front), 201).body;
      await serves();
      visitors = new Visitors(lb.public_ip, 4);
    });
    afterAll(async () => {
      await visitors?.end();
      await site?.stop();
      site?.remove();
    });

    /**
     * Waits for a whole reply of the machine, and answers the fingerprint of the certificate that was shown. A request
     * that had reached a machine which is gone is given up: the balancer waits for its answer for a minute (504).
     */
    const serves = () =>
      eventually(async () => {
        const secured = await overTls(lb.public_ip, 8443).catch(() => undefined);
        secured?.socket.setTimeout(3_000, () => secured.socket.destroy());
        const reply = await secured?.get('/').catch(() => undefined);
        secured?.socket.destroy();
        return reply?.startsWith('HTTP/1.1 200 ') && secured?.fingerprint.replaceAll(':', '').toLowerCase();
      });
    const fingerprint = () => certificate.fingerprint.replaceAll(':', '').toLowerCase();

    const all = async () => {
      await site.crash();
      await site.restart();
    };
    const parts = ['balancer', 'agent', 'runtime', 'network host', 'init', 'database'] as const;
    const cases: [string, () => unknown][] = [
      ...parts.map((part): [string, () => unknown] => [`the ${part}`, () => killPart(site.platform, part)]),
      ['all of the platform', all],
    ];
    it.each(cases)('serves again with the same certificate after kill -9 of %s', async (_, kill) => {
      const before = visitors.replies;
      const open = await overTls(lb.public_ip, 8443);
      open.socket.on('error', () => undefined);
      expect(await open.get('/open')).toMatch(/^HTTP\/1\.1 200 /);
      await kill();
      expect(await serves()).toBe(fingerprint());
      await eventually(() => visitors.replies > before + 20);
      open.socket.destroy();
      await eventually(() => parts.every((part) => partOf(site.platform, part) !== undefined));
      site.client = await site.client.again(site.platform.baseUrl);
      await expect
        .poll(async () => (await site.client.get(`/compute/load-balancers/${lb.id}`)).body.status)
        .toBe('active');
    });

    it('gave every visitor a whole reply or none', () => {
      expect(visitors.wrong).toEqual([]);
    });
  }),
);
