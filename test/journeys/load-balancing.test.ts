import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import type { Backend, LoadBalancer } from '#lib/model/compute/load-balancer.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { fetchFrom, keepAsking, overTcp } from '#test/support/compute/balanced.ts';
import { endWebServer, releaseSlow, startWebServer, webServer } from '#test/support/compute/web-server.ts';
import { CrashSite } from '#test/support/crash/site.ts';
import { demand } from '#test/support/http/client.ts';
import { killPart, partOf } from '#test/support/platform/parts.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const health_check = { interval_seconds: 2, timeout_seconds: 1, healthy_threshold: 2, unhealthy_threshold: 2 };

await whereContainersWork(() => {
  let site: CrashSite;
  let ssh: Ssh;
  let machines: Instance[];
  let lb: LoadBalancer;
  beforeAll(async () => {
    site = await CrashSite.open({ SVC_COMPUTE: 'container' });
    ssh = new Ssh();
    const key = demand(
      await site.client.post('/compute/ssh-keys', { name: 'laptop', public_key: await ssh.publicKey() }),
      201,
    ).body.id;
    const changes = { ssh_key_id: key, user_data: webServer };
    machines = await Promise.all(['web-1', 'web-2'].map((name) => site.client.launch({ ...changes, name })));
  });
  afterAll(async () => {
    await site?.stop();
    site?.remove();
    ssh?.close();
  });

  const path = () => `/compute/load-balancers/${lb.id}`;
  const shown = async (): Promise<LoadBalancer> => demand(await site.client.get(path()), 200).body;
  const healthOf = async (machine: Instance | undefined): Promise<Backend | undefined> =>
    (await shown()).backends.find(({ instance_id }) => instance_id === machine?.id);
  const isHealth = async (machine: Instance | undefined, health: string) => {
    await expect.poll(() => healthOf(machine)).toMatchObject({ health });
  };
  const isStatus = (status: string) => expect.poll(async () => (await shown()).status).toBe(status);

  it('traffic is spread over the machines, which see who asked', async () => {
    const body = {
      name: 'front',
      listeners: [
        { protocol: 'http', port: 8000, target_port: 8080 },
        { protocol: 'tcp', port: 9000, target_port: 8080 },
      ],
      health_check,
      backends: machines.map(({ id }) => ({ instance_id: id })),
    };
    lb = demand(await site.client.post('/compute/load-balancers', body), 201).body;
    expect(lb).toMatchObject({ status: 'provisioning', backends: [{ health: 'initial' }, { health: 'initial' }] });
    await isStatus('active');
    for (const machine of machines) await isHealth(machine, 'healthy');
    const seen = await Promise.all(Array.from({ length: 20 }, () => fetchFrom(lb, '/')));
    expect(seen.filter(({ name }) => name === 'web-1')).toHaveLength(10);
    expect(seen.filter(({ name }) => name === 'web-2')).toHaveLength(10);
    expect(seen[0]?.head).toMatch(
      /X-Forwarded-For: 127\.0\.0\.1\r\nX-Forwarded-Proto: http\r\nX-Forwarded-Port: 8000\r\n/,
    );
    const raw = await overTcp(lb, 'GET /raw HTTP/1.0\r\n\r\n');
    expect(raw).toMatch(/^HTTP\/1\.1 200 Fine\r\n.*web-[12]\nGET \/raw HTTP\/1\.0\r\n\r\n$/s);
  });

  it('a server that dies is noticed, with its reason, and no request fails for it', async () => {
    const [first] = machines;
    const asking = keepAsking(lb);
    await ssh.run(first as Instance, endWebServer);
    await isHealth(first, 'unhealthy');
    expect(await healthOf(first)).toMatchObject({ health_reason: 'connection_refused' });
    await ssh.run(first as Instance, startWebServer);
    await isHealth(first, 'healthy');
    const answers = await asking.end();
    expect(answers.length).toBeGreaterThan(50);
    expect([...new Set(answers)]).toEqual([200]);
  });

  it('a machine that is stopped is not used, and is again once it is back', async () => {
    const [first] = machines;
    await site.client.operate(first?.id ?? '', 'stop');
    await isHealth(first, 'unused');
    expect(await healthOf(first)).toMatchObject({ health_reason: 'instance_stopped' });
    expect((await fetchFrom(lb, '/')).name).toBe('web-2');
    await ssh.run(await site.client.operate(first?.id ?? '', 'start'), startWebServer);
    await isHealth(first, 'healthy');
  });

  it('with sticky sessions a client comes back to its machine', async () => {
    const changed = demand(await site.client.ask(path(), { method: 'PATCH', body: { sticky_sessions: true } }), 200);
    expect(changed.body).toMatchObject({ status: 'updating', sticky_sessions: true });
    await isStatus('active');
    const { name, cookie } = await fetchFrom(lb, '/');
    expect(cookie).toMatch(/^SVCLB=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/);
    const again = await Promise.all(Array.from({ length: 6 }, () => fetchFrom(lb, '/', cookie)));
    expect(new Set(again.map((reply) => reply.name))).toEqual(new Set([name]));
    await demand(await site.client.ask(path(), { method: 'PATCH', body: { sticky_sessions: false } }), 200);
    await isStatus('active');
  });

  it('a killed agent takes the load balancer down with it, and brings it back', async () => {
    const engine = partOf(site.platform, 'balancer');
    killPart(site.platform, 'agent');
    await eventually(async () => (await fetchFrom(lb, '/').catch(() => undefined))?.name !== undefined);
    await eventually(() => partOf(site.platform, 'balancer') !== engine);
    for (const machine of machines) {
      await eventually(() =>
        ssh.run(machine, startWebServer).then(
          () => true,
          () => undefined,
        ),
      );
      await isHealth(machine, 'healthy');
    }
    // The table may still have the health from before the kill; the new engine uses what it has checked itself.
    const names = async () =>
      new Set((await Promise.all([1, 2].map(() => fetchFrom(lb, '/')))).map(({ name }) => name));
    await expect.poll(names).toEqual(new Set(['web-1', 'web-2']));
  });

  it('a backend that is taken out ends what it has begun, and gets nothing new', async () => {
    const slow = Promise.all([fetchFrom(lb, '/slow'), fetchFrom(lb, '/slow')]);
    await eventually(() =>
      ssh.run(machines[0] as Instance, 'pgrep -cf /usr/local/bin/[w]eb').then((n) => Number(n) > 1),
    );
    const removed = await site.client.remove(`${path()}/backends/${machines[0]?.id}`);
    expect(removed.body).toEqual({
      instance_id: machines[0]?.id,
      health: 'draining',
      draining_until: expect.stringMatching(/Z$/),
    });
    expect(await healthOf(machines[0])).toMatchObject({ health: 'draining', health_reason: 'draining' });
    for (const machine of machines) await ssh.run(machine, releaseSlow);
    expect((await slow).map(({ status }) => status)).toEqual([200, 200]);
    await expect.poll(async () => (await fetchFrom(lb, '/')).name).toBe('web-2');
    const rest = await Promise.all(Array.from({ length: 6 }, () => fetchFrom(lb, '/')));
    expect(new Set(rest.map(({ name }) => name))).toEqual(new Set(['web-2']));
  });

  it('nothing is left of a deleted one', async () => {
    expect(demand(await site.client.remove(path()), 200).body.status).toBe('deleting');
    await expect.poll(async () => (await site.client.get(path())).status).toBe(404);
    expect(partOf(site.platform, 'balancer')).toBeUndefined();
    await expect(fetchFrom(lb, '/')).rejects.toThrow('ECONNREFUSED');
    const { quotas } = (await site.client.get('/compute/quotas')).body;
    expect(quotas).toContainEqual({ name: 'load_balancers', limit: 5, used: 0 });
  });
});
