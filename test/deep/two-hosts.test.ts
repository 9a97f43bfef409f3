import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { ConsoleClient } from '#test/support/consoles/console.ts';
import { Client, demand } from '#test/support/http/client.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

const soon = { prefer: 'wait=25' };

const story = (driver: string) =>
  describe(`two hosts on one computer (${driver})`, () => {
    const ssh = new Ssh();
    let platform: RunningPlatform;
    let client: Client;
    let ssh_key_id: string;
    /** A machine on each host, in a VPC of its own. */
    let here: Instance;
    let there: Instance;

    beforeAll(async () => {
      const env = { SVC_COMPUTE: driver, SVC_HOSTS: '2', SVC_TIME_SCALE: '0.01' };
      platform = await startPlatform({ env });
      client = await Client.register(platform.baseUrl);
      const key = { name: 'laptop', public_key: await ssh.publicKey() };
      ssh_key_id = demand(await client.post('/compute/ssh-keys', key), 201).body.id;
      here = await client.launch({ name: 'here', ssh_key_id });
      there = await elsewhere();
    });
    afterAll(async () => {
      ssh.close();
      await platform?.stop();
    });

    /** Placement is free where a VPC is empty; a VPC in which the first machine came to the same host is left again. */
    async function elsewhere(): Promise<Instance> {
      for (let attempt = 0; attempt < 30; attempt++) {
        const { id: vpc_id } = demand(await client.post('/compute/vpcs', { name: `net-${attempt}` }), 201).body;
        const machine = await client.launch({ name: `there-${attempt}`, ssh_key_id, vpc_id });
        if (machine.public_ip !== here.public_ip) return machine;
        await client.operate(machine.id, 'terminate');
        demand(await client.remove(`/compute/vpcs/${vpc_id}`), 200);
      }
      throw new Error('both machines are always on the same host');
    }

    const refused = async (path: string, body: object): Promise<string> =>
      demand(await client.post(`/compute${path}`, body), 409).body.error;

    it('each has its own machines; those of a VPC are together', async () => {
      const neighbour = await client.launch({ name: 'neighbour', vpc_id: there.vpc_id });
      expect([there.status, neighbour.status, neighbour.public_ip]).toEqual(['running', 'running', there.public_ip]);
      if (driver !== 'container') return;
      expect(await ssh.run(there, 'hostname')).toContain('there');
      expect(await ssh.run(here, 'hostname')).toContain('here');
    });

    it.skipIf(driver !== 'container')('each has consoles at the one address of the laptop', async () => {
      for (const { id, name } of [here, there]) {
        const { url } = demand(await client.post(`/compute/instances/${id}/console-ticket`), 201).body;
        expect(new URL(url).host).toBe(new URL(platform.baseUrl).host);
        const console = await ConsoleClient.open(url);
        console.type('hostname; exit 3\r');
        expect(await console.closed).toEqual({ code: 1000, reason: 'the shell ended' });
        expect(console.seen).toContain(name);
        // Whoever has a token needs no ticket.
        const headers = { authorization: `Bearer ${client.token}` };
        (await ConsoleClient.open(url.split('?')[0] ?? '', { headers })).socket.close();
      }
    });

    it('a volume attaches within its disk_scope', async () => {
      const volume = { name: 'data', size_gib: 1, instance_id: there.id };
      const { id } = demand(await client.post('/compute/volumes', volume, soon), 201).body;
      await expect.poll(async () => (await client.get(`/compute/volumes/${id}`)).body.status).toBe('in-use');
      demand(await client.post(`/compute/volumes/${id}/detach`, {}, soon), 200);
      const error = await refused(`/volumes/${id}/attach`, { instance_id: here.id });
      expect(error).toMatch(/^volume \S+ is in disk_scope local\S*, instance \S+ in disk_scope local\S*; /);
      expect(
        demand(await client.post(`/compute/volumes/${id}/attach`, { instance_id: there.id }, soon), 200).body.status,
      ).toBe('in-use');
    });

    it('a snapshot is an image where its bytes are', async () => {
      const path = `/compute/instances/${there.id}/snapshots`;
      const { id: image_id } = demand(await client.post(path, {}, soon), 201).body;
      await expect.poll(async () => (await client.get(`/compute/snapshots/${image_id}`)).body.status).toBe('available');
      const error = await refused('/instances', await client.launchBody({ image_id, vpc_id: here.vpc_id }));
      expect(error).toMatch(
        /^vpc \S+ is in network_scope \S+, and snapshot \S+ is in snapshot_scope \S+; no host has both$/,
      );
      const copy = await client.launch({ name: 'copy', image_id, vpc_id: there.vpc_id });
      expect([copy.status, copy.public_ip]).toEqual(['running', there.public_ip]);
    });

    it('an elastic IP attaches to machines of hosts that have its pool', async () => {
      const address = demand(await client.post('/compute/elastic-ips', {}), 201).body;
      const path = `/elastic-ips/${address.id}/attach`;
      expect(await refused(path, { instance_id: there.id })).toContain(`is from pool ${address.pool}`);
      const { body } = await client.post(`/compute${path}`, { instance_id: here.id }, soon);
      expect(body).toMatchObject({ status: 'attached', pool: address.pool });
    });

    it('each serves load balancers of its VPCs', async () => {
      for (const { vpc_id, id: instance_id } of [here, there]) {
        const listeners = [{ protocol: 'tcp', port: 8080, target_port: 80 }];
        const balancer = { name: `lb-${vpc_id.slice(-5)}`, vpc_id, listeners, backends: [{ instance_id }] };
        const { id } = demand(await client.post('/compute/load-balancers', balancer), 201).body;
        await expect.poll(async () => (await client.get(`/compute/load-balancers/${id}`)).body.status).toBe('active');
      }
    });
  });

story('simulated');
await whereContainersWork(() => story('container'));
