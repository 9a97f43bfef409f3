import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Certificate } from '#lib/model/compute/certificate.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import type { LoadBalancer } from '#lib/model/compute/load-balancer.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { startWebServer, webServer } from '#test/support/compute/web-server.ts';
import { CrashSite } from '#test/support/crash/site.ts';
import { makeCertificate } from '#test/support/http/certificate.ts';
import { demand } from '#test/support/http/client.ts';
import { overTls } from '#test/support/http/over-tls.ts';
import { killPart } from '#test/support/platform/parts.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const run = promisify(execFile);
const shop = makeCertificate({ names: ['shop.example.in', '*.shop.example.in', 'front.internal'] });
const blog = makeCertificate({ names: ['blog.example.in'] });
const health_check = { interval_seconds: 2, timeout_seconds: 1, healthy_threshold: 2, unhealthy_threshold: 2 };

await whereContainersWork(() => {
  let site: CrashSite;
  let ssh: Ssh;
  let machine: Instance;
  let lb: LoadBalancer;
  const ids: Record<string, string> = {};
  beforeAll(async () => {
    site = await CrashSite.open({ SVC_COMPUTE: 'container' });
    ssh = new Ssh();
    const body = { name: 'laptop', public_key: await ssh.publicKey() };
    const key = demand(await site.client.post('/compute/ssh-keys', body), 201).body.id;
    machine = await site.client.launch({ ssh_key_id: key, user_data: webServer, name: 'web-1' });
  });
  afterAll(async () => {
    await site?.stop();
    site?.remove();
    ssh?.close();
  });

  const path = () => `/compute/load-balancers/${lb.id}`;
  const shown = async (): Promise<LoadBalancer> => demand(await site.client.get(path()), 200).body;
  const patch = async (change: object) =>
    demand(await site.client.ask(`${path()}`, { method: 'PATCH', body: change, headers: { prefer: 'wait=20' } }), 200)
      .body as LoadBalancer;
  const listeners = (...certificate_ids: (string | undefined)[]) => [
    { protocol: 'http', port: 8000, target_port: 8080, redirect_https: true },
    { protocol: 'https', port: 8443, target_port: 8080, certificate_ids },
  ];
  /** What curl prints. */
  const curl = async (...args: string[]) => (await run('curl', ['-sS', '--max-time', '10', ...args])).stdout;
  /** What a machine sees of a name, sorted. */
  const found = async (name: string) =>
    (await ssh.run(machine, `getent ahostsv4 ${name} | grep STREAM | cut -d' ' -f1 || true`)).trim();
  const follows = (name: string, address: string) => expect.poll(() => found(name), { timeout: 2_000 }).toBe(address);

  it('certificates are imported and shown without their keys', async () => {
    for (const [name, { cert, key }] of Object.entries({ shop, blog })) {
      const body = { name, certificate_pem: cert, private_key_pem: key };
      const made: Certificate = demand(await site.client.post('/compute/certificates', body), 201).body;
      ids[name] = made.id;
      const printed = (await run('bash', ['-c', `openssl x509 -noout -fingerprint -sha256 <<< '${cert}'`])).stdout;
      expect(printed.trim().split('=')[1]).toBe(made.fingerprint);
    }
  });

  it('an https listener serves a machine, with the certificate for each name', async () => {
    const backends = [{ instance_id: machine.id }];
    const body = { name: 'front', listeners: listeners(ids.shop, ids.blog), health_check, backends };
    lb = demand(await site.client.post('/compute/load-balancers', body), 201).body;
    await expect.poll(async () => (await shown()).status).toBe('active');
    await expect.poll(async () => (await shown()).backends[0]?.health).toBe('healthy');
    for (const [name, common] of [
      ['blog.example.in', 'blog.example.in'],
      ['www.shop.example.in', 'shop.example.in'],
      [undefined, 'shop.example.in'],
    ]) {
      const { socket, common: seen } = await overTls(lb.public_ip, 8443, name);
      socket.destroy();
      expect([name, seen]).toEqual([name, common]);
    }
    const seen = await curl(
      '-k',
      '--resolve',
      `shop.example.in:8443:${lb.public_ip}`,
      'https://shop.example.in:8443/x',
    );
    expect(seen).toMatch(/^web-1\nGET \/x HTTP\/1\.1\r\n/);
    expect(seen).toContain('X-Forwarded-Proto: https\r\nX-Forwarded-Port: 8443\r\n');
  });

  it('plain http is sent to https, and TLS 1.1 is not spoken', async () => {
    const moved = await curl(
      '-o',
      '/dev/null',
      '-w',
      '%{http_code} %{redirect_url}',
      `http://${lb.public_ip}:8000/a?b`,
    );
    expect(moved).toBe(`301 https://${lb.public_ip}:8443/a?b`);
    const old = ['-k', '--tls-max', '1.1', '--ciphers', 'ALL@SECLEVEL=0', `https://${lb.public_ip}:8443/`];
    await expect(curl(...old)).rejects.toThrow('alert protocol version');
  });

  it('inside its VPC it has a private address, and its names lead there', async () => {
    const { private_ip } = await shown();
    expect(private_ip).toMatch(/^10\.20\.\d+\.\d+$/);
    expect(await found('front.internal')).toBe(private_ip);
    expect(await found(lb.public_hostname)).toBe(private_ip);
    await ssh.run(machine, `cat > ca.pem <<'END'\n${shop.cert}END`);
    const secure = 'curl -sS --max-time 60 --cacert ca.pem https://front.internal:8443/in';
    const seen = await ssh.run(machine, secure);
    expect(seen).toMatch(/^web-1\nGET \/in HTTP\/1\.1\r?\n/);
    expect(seen).toContain(`X-Forwarded-For: ${machine.private_ip}`);
    const plain = "curl -sS --max-time 60 -o /dev/null -w '%{http_code} %{redirect_url}' http://front.internal:8000/";
    expect(await ssh.run(machine, plain)).toBe('301 https://front.internal:8443/');
  });

  it('certificates change under open connections and under load', async () => {
    const open = await overTls(lb.public_ip, 8443, 'shop.example.in');
    let over = false;
    let asked = 0;
    const asking = (async () => {
      for (; !over; asked++) {
        const { socket, get } = await overTls(lb.public_ip, 8443, 'shop.example.in');
        expect(await get('/status/200')).toMatch(/^HTTP\/1\.1 200 /);
        socket.destroy();
      }
    })();
    for (const order of [['blog'], ['blog', 'shop'], ['blog']]) {
      await patch({ listeners: listeners(...order.map((name) => ids[name])) });
    }
    over = true;
    await asking;
    expect(asked).toBeGreaterThan(3);
    expect((await overTls(lb.public_ip, 8443, 'shop.example.in')).common).toBe('blog.example.in');
    expect(await open.get('/still')).toMatch(/^HTTP\/1\.1 200 .*GET \/still/s);
  });

  it('a certificate in use stays, and one that is not goes', async () => {
    const refused = await site.client.remove(`/compute/certificates/${ids.blog}`);
    expect([refused.status, refused.body.error]).toEqual([409, `certificate ${ids.blog} is in use by ${lb.id}`]);
    expect((await site.client.remove(`/compute/certificates/${ids.shop}`)).body).toEqual({
      id: ids.shop,
      deleted: true,
    });
  });

  it('a name follows its load balancer, and comes back after kills and a restart', async () => {
    const { private_ip } = await shown();
    await patch({ name: 'gate' });
    await follows('gate.internal', `${private_ip}`);
    await follows('front.internal', '');
    for (const part of ['balancer', 'agent'] as const) {
      killPart(site.platform, part);
      await eventually(() =>
        ssh.run(machine, startWebServer).then(
          () => true,
          () => undefined,
        ),
      );
      await eventually(async () => (await overTls(lb.public_ip, 8443).catch(() => undefined))?.common);
      await eventually(async () => (await found('gate.internal')) === private_ip);
    }
    await expect.poll(async () => (await shown()).status).toBe('active');
  });

  it('no file of the platform has a key in the clear', async () => {
    const lines = [shop, blog].map(({ key }) => `${key.split('\n')[1]}`);
    for (const line of lines) {
      await expect(run('grep', ['-rlaF', '--', line, site.dataDir])).rejects.toMatchObject({ code: 1, stdout: '' });
    }
  });

  it('with the load balancer its address and names go', async () => {
    demand(await site.client.remove(path()), 200);
    await expect.poll(async () => (await site.client.get(path())).status).toBe(404);
    await follows('gate.internal', '');
    const [vpc] = (await site.client.get('/compute/vpcs')).body.vpcs;
    expect(vpc.available_ips).toBe(4096 - 4 - 1);
    expect((await site.client.remove(`/compute/certificates/${ids.blog}`)).status).toBe(200);
  });
});
