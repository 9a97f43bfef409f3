import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Asg } from '#lib/model/compute/asg.ts';
import type { ElasticIp } from '#lib/model/compute/elastic-ip.ts';
import type { Instance } from '#lib/model/compute/instance.ts';
import type { Backend, LoadBalancer } from '#lib/model/compute/load-balancer.ts';
import type { Snapshot } from '#lib/model/compute/snapshot.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { endServing, ownerOf, serve, site as user_data, visit, whoAnswers } from '#test/support/compute/site.ts';
import { faultsIn, readBooks } from '#test/support/crash/books.ts';
import { CrashSite, leftBehind, onDisk } from '#test/support/crash/site.ts';
import { demand } from '#test/support/http/client.ts';
import { advance } from '#test/support/platform/dev-clock.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const DAY = 86_400;
const whether = [() => true, () => undefined] as const;
const health_check = { interval_seconds: 2, timeout_seconds: 1, healthy_threshold: 2, unhealthy_threshold: 2 };

/* A small site that a user builds and runs with the API, OpenSSH and a browser's view of it. */
await whereContainersWork(() =>
  describe.skipIf(!existsSync('/usr/bin/python3'))('a small site', () => {
    let site: CrashSite;
    let ssh: Ssh;
    let ssh_key_id: string;
    let vpc: string;
    let one: Instance;
    let two: Instance;
    let lb: LoadBalancer;
    let address: ElasticIp;
    let volume: string;
    let group: Asg;
    let backup: Snapshot;
    beforeAll(async () => {
      site = await CrashSite.open({ SVC_COMPUTE: 'container' });
      ssh = new Ssh();
    });
    afterAll(async () => {
      await site?.stop();
      site?.remove();
      ssh?.close();
    });

    const { get, post, remove, isGone, serves, membersOf } = ownerOf(() => site.client);
    const members = () => membersOf(group);
    const everyone = async () => ['web-1', 'web-2', ...(await members())];
    /** Has every scheduled task look now instead of within its minute. */
    const lookNow = () => advance(site.platform.baseUrl, 0);

    it('two web servers in a network of their own, behind a load balancer', async () => {
      const key = { name: 'laptop', public_key: await ssh.publicKey() };
      ssh_key_id = (await post('/ssh-keys', key, 201)).id;
      vpc = (await post('/vpcs', { name: 'site' }, 201)).id;
      const launch = (name: string) => site.client.launch({ name, ssh_key_id, vpc_id: vpc, user_data });
      [one, two] = await Promise.all([launch('web-1'), launch('web-2')]);
      const body = {
        name: 'front',
        vpc_id: vpc,
        listeners: [{ protocol: 'http', port: 8000, target_port: 8080 }],
        health_check,
        backends: [{ instance_id: one.id }, { instance_id: two.id }],
      };
      lb = await post('/load-balancers', body, 201);
      await serves(lb, async () => ['web-1', 'web-2']);
      expect(await get(`/load-balancers/${lb.id}`)).toMatchObject({ status: 'active', vpc_id: vpc });
    });

    it('an address of its own, closed until a rule opens it', async () => {
      address = await post('/elastic-ips', { name: 'admin' }, 201);
      expect(await post(`/elastic-ips/${address.id}/attach`, { instance_id: one.id })).toMatchObject({
        status: 'attached',
        instance_id: one.id,
      });
      expect(await visit(address.address, 8080)).toBeUndefined();
      await post(`/instances/${one.id}/firewall`, { direction: 'inbound', protocol: 'tcp', port_from: 8080 }, 201);
      await expect.poll(() => visit(address.address, 8080)).toBe('web-1');
      expect(await site.client.show(one.id)).toMatchObject({ elastic_ip: { address: address.address } });
    });

    it('a volume with data, which the site shows', async () => {
      volume = (await post('/volumes', { name: 'data', size_gib: 1 }, 201)).id;
      expect(await post(`/volumes/${volume}/attach`, { instance_id: one.id })).toMatchObject({
        status: 'in-use',
        mount_path: '/mnt/data',
      });
      await ssh.run(one, 'echo 42 > /mnt/data/answer');
      expect(await visit(address.address, 8080, '/data/answer')).toBe('42');
    });

    it('a group beside them, whose members register themselves', async () => {
      const { instance_type_id, image_id } = one;
      const body = {
        ...{ name: 'more', instance_type_id, image_id, ssh_key_id, vpc_id: vpc, user_data },
        ...{ min_size: 1, max_size: 2, desired_capacity: 1, load_balancer_id: lb.id, backend_port: 8080 },
        health_check: { type: 'load_balancer', grace_period_seconds: 60 },
      };
      group = await post('/asg', body, 201);
      await serves(lb, everyone);
      const refused = await site.client.remove(`/compute/load-balancers/${lb.id}`);
      expect([refused.status, refused.headers.get('x-error-code')]).toEqual([409, 'in_use']);
    });

    it('a backup each night', async () => {
      const path = `/instances/${one.id}/backup-schedule`;
      const body = { cron: '30 2 * * *', retention_count: 3 };
      demand(await site.client.ask(`/compute${path}`, { method: 'PUT', body }), 200);
      await advance(site.platform.baseUrl, DAY);
      site.client = await site.client.again();
      expect((await get(path)).last_run).toMatchObject({ status: 'succeeded', error: null });
      const { snapshots } = await get(`/instances/${one.id}/snapshots`);
      [backup] = snapshots;
      expect(snapshots).toMatchObject([{ trigger: 'schedule', status: 'available' }]);
    });

    it('a backend breaks: it gets no visitors, the reason is told, and it gets them again once it is mended', async () => {
      await ssh.run(two, endServing);
      await serves(lb, async () => ['web-1', ...(await members())]);
      const { backends } = await get(`/load-balancers/${lb.id}/backends`);
      const broken = backends.find(({ instance_id }: Backend) => instance_id === two.id);
      expect(broken).toMatchObject({ health: 'unhealthy', health_reason: 'connection_refused' });
      await ssh.run(two, serve);
      await serves(lb, everyone);
    });

    it('a page is spoilt, and the backup brings it back; the volume keeps what is newer', async () => {
      await ssh.run(one, 'echo spoilt > /srv/www/index.html; echo 43 > /mnt/data/answer');
      expect(await visit(address.address, 8080)).toBe('spoilt');
      const restored = await post(`/instances/${one.id}/snapshots/${backup.id}/restore`);
      expect(restored).toMatchObject({ status: 'running', ssh_ready: true, elastic_ip: { id: address.id } });
      await ssh.run(one, serve);
      await expect.poll(() => visit(address.address, 8080)).toBe('web-1');
      expect(await visit(address.address, 8080, '/data/answer')).toBe('43');
      await serves(lb, everyone);
    });

    it('the platform is killed: at its next start everything is as the API says, and the group mends itself', async () => {
      const before = await members();
      await site.crash();
      expect(await whoAnswers(lb.public_ip, 8000, 1)).toEqual([undefined]);
      await site.restart();
      site.client = await site.client.again(site.platform.baseUrl);
      for (const machine of [one, two]) await eventually(() => ssh.run(machine, serve).then(...whether));
      const after = async () => {
        await lookNow();
        const names = await members();
        return names.some((name) => before.includes(name)) ? ['another member'] : ['web-1', 'web-2', ...names];
      };
      await serves(lb, after);
      expect(await visit(address.address, 8080, '/data/answer')).toBe('43');
      expect(await site.client.show(one.id)).toMatchObject({ elastic_ip: { id: address.id }, volume_ids: [volume] });
    });

    it('it is all deleted, and nothing is left', async () => {
      const alone = {
        method: 'PATCH',
        body: { load_balancer_id: null, backend_port: null, health_check: { type: 'instance' } },
      };
      demand(await site.client.ask(`/compute/asg/${group.id}`, alone), 200);
      await remove(`/load-balancers/${lb.id}`);
      await remove(`/asg/${group.id}`);
      await isGone(`/asg/${group.id}`);
      await isGone(`/load-balancers/${lb.id}`);
      await Promise.all([one, two].map(({ id }) => remove(`/instances/${id}`)));
      await remove(`/elastic-ips/${address.id}`);
      await remove(`/volumes/${volume}`);
      await isGone(`/volumes/${volume}`);
      await remove(`/snapshots/${backup.id}`);
      await isGone(`/snapshots/${backup.id}`);
      await remove(`/vpcs/${vpc}`);
      await remove(`/ssh-keys/${ssh_key_id}`);
      const { quotas } = await get('/quotas');
      expect(quotas.filter(({ used }: { used: number }) => used > 0)).toMatchObject([{ name: 'vpcs', used: 1 }]);
      await expect.poll(() => onDisk(site.dataDir)).toHaveLength(0);
      expect(await whoAnswers(lb.public_ip, 8000, 1)).toEqual([undefined]);
      expect(await visit(address.address, 8080)).toBeUndefined();
      expect(await site.stop()).toBe(0);
      for (const ip of [one.public_ip, address.address, lb.public_ip]) {
        expect(leftBehind(site.dataDir, ip)).toEqual([]);
      }
      expect(faultsIn(await readBooks(site.dataDir))).toEqual([]);
    });
  }),
);
