import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { CrashSite } from '#test/support/crash/site.ts';
import { Client, demand } from '#test/support/http/client.ts';
import { killPart, partOf } from '#test/support/platform/parts.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

await whereContainersWork(() => {
  let site: CrashSite;
  let ssh: Ssh;
  let machines: { client: Client; machine: Instance }[];
  beforeAll(async () => {
    site = await CrashSite.open({ SVC_COMPUTE: 'container' });
    ssh = new Ssh();
    const other = await Client.register(site.client.baseUrl);
    machines = (await Promise.all([machinesOf(site.client), machinesOf(other)])).flat();
  });
  afterAll(async () => {
    await site?.stop();
    site?.remove();
    ssh?.close();
  });

  const machinesOf = async (client: Client) => {
    const body = { name: 'laptop', public_key: await ssh.publicKey() };
    const key = demand(await client.post('/compute/ssh-keys', body), 201).body.id;
    const launch = async (name: string) => ({ client, machine: await client.launch({ name, ssh_key_id: key }) });
    return Promise.all([launch('web-01'), launch('web-02')]);
  };

  it('a runtime that is killed four times in a row takes no machine of any account with it', async () => {
    // In a folder that ends with the boot.
    for (const { machine } of machines) await ssh.run(machine, 'echo kept > /run/file');
    for (let time = 0; time < 4; time++) {
      const before = await eventually(() => partOf(site.platform, 'runtime'));
      killPart(site.platform, 'runtime');
      await eventually(() => ![undefined, before].includes(partOf(site.platform, 'runtime')));
    }
    const isUp = { status: 'running', status_reason: null, ssh_ready: true };
    const shown = () => Promise.all(machines.map(({ client, machine }) => client.show(machine.id)));
    await expect.poll(shown, { timeout: 60_000 }).toMatchObject(machines.map(() => isUp));
    const answer = ({ machine }: { machine: Instance }) => ssh.run(machine, 'cat /run/file');
    const answers = () => Promise.all(machines.map(answer)).catch(() => []);
    await expect.poll(answers, { timeout: 60_000 }).toEqual(machines.map(() => 'kept\n'));
  });

  it('a snapshot and an attachment during which the runtime is killed are completed', async () => {
    const { client } = site;
    const { machine } = machines[0] ?? expect.fail();
    await ssh.run(machine, 'head -c 50000000 /dev/urandom > ~/much; sync');
    const made = demand(await client.post('/compute/volumes', { name: 'data', size_gib: 1 }), 201).body;
    const volume = async () => (await client.get(`/compute/volumes/${made.id}`)).body;
    await expect.poll(async () => (await volume()).status).toBe('available');
    const taking = client.post(`/compute/instances/${machine.id}/snapshots`, { name: 'before' });
    await expect.poll(async () => (await client.show(machine.id)).task).not.toBeNull();
    killPart(site.platform, 'runtime');
    const { id } = demand(await taking, 201).body;
    const snapshot = async () => (await client.get(`/compute/snapshots/${id}`)).body;
    await expect.poll(snapshot, { timeout: 30_000 }).toMatchObject({ status: 'available', status_reason: null });
    await client.post(`/compute/volumes/${made.id}/attach`, { instance_id: machine.id });
    killPart(site.platform, 'runtime');
    await expect.poll(volume, { timeout: 30_000 }).toMatchObject({ status: 'in-use', status_reason: null });
    await expect
      .poll(() => ssh.run(machine, 'grep -c " /mnt/data " /proc/mounts').catch(() => ''), { timeout: 30_000 })
      .toBe('1\n');
  });
});
