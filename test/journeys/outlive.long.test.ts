import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { CrashSite } from '#test/support/crash/site.ts';
import { demand } from '#test/support/http/client.ts';
import { killPart, type Part, partOf } from '#test/support/platform/parts.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/** Kills of agent and runtime in turn. */
const KILLS = 10;
const rule = { direction: 'inbound', protocol: 'tcp', port_from: 8080, port_to: 8080, cidrs: ['0.0.0.0/0'] };

await whereContainersWork(() => {
  let site: CrashSite;
  let ssh: Ssh;
  let machine: Instance;
  let volume: string;
  let ssh_key_id: string;
  beforeAll(async () => {
    site = await CrashSite.open({ SVC_COMPUTE: 'container' });
    ssh = new Ssh();
    const key = { name: 'laptop', public_key: await ssh.publicKey() };
    ssh_key_id = demand(await site.client.post('/compute/ssh-keys', key), 201).body.id;
    machine = await site.client.launch({ name: 'kept', ssh_key_id });
    volume = demand(await site.client.post('/compute/volumes', { name: 'data', size_gib: 1 }), 201).body.id;
  });
  afterAll(async () => {
    await site?.stop();
    site?.remove();
    ssh?.close();
  });

  const statusOf = async (path: string) => (await site.client.get(`/compute/${path}`)).body.status;
  const until = (path: string, ...ends: readonly string[]) =>
    eventually(async () => [await statusOf(path)].find((status) => ends.includes(status)));

  /** A snapshot, or a volume that comes or goes: a machine has one such change at a time. Answers how it ends. */
  const changeDisks = async (time: number): Promise<string> => {
    const { client } = site;
    if (time % 4 < 2) {
      const asked = await client.post(`/compute/instances/${machine.id}/snapshots`, { name: `snap-${time}` });
      return until(`snapshots/${demand(asked, 201).body.id}`, 'available', 'error');
    }
    const isAttached = (await statusOf(`volumes/${volume}`)) === 'in-use';
    const verb = isAttached ? 'detach' : 'attach';
    const asked = await client.post(
      `/compute/volumes/${volume}/${verb}`,
      isAttached ? {} : { instance_id: machine.id },
    );
    demand(asked, 200);
    return until(`volumes/${volume}`, 'in-use', 'available');
  };

  /** Launches, changes disks and the firewall, and kills a part in the middle of that. Answers how each ends. */
  const changeWhile = async (part: Part, time: number) => {
    const { client } = site;
    const before = await eventually(() => partOf(site.platform, part));
    const body = await client.launchBody({ name: `new-${time}`, ssh_key_id });
    const port = 8000 + time;
    const firewall = `/compute/instances/${machine.id}/firewall`;
    const launching = client.post('/compute/instances', body);
    const changing = changeDisks(time);
    const ruling = client.post(firewall, { ...rule, port_from: port, port_to: port });
    killPart(site.platform, part);
    demand(await ruling, 201);
    const { id } = demand(await launching, 201).body;
    await eventually(() => ![undefined, before].includes(partOf(site.platform, part)));
    const ended = [(await client.until(id, 'running')).status, await changing];
    await client.operate(id, 'terminate');
    return ended;
  };

  it('a program has the same pid and start after ten kills of agent and runtime in turn, whatever is under way', async () => {
    await ssh.run(machine, 'nohup sleep 100000 >/dev/null 2>&1 & echo $! > ~/pid');
    const life = () => ssh.run(machine, "cut -d' ' -f1,22 /proc/$(cat ~/pid)/stat");
    const before = await life();
    expect(before).toMatch(/^\d+ \d+\n$/);
    for (let time = 0; time < KILLS; time++) {
      const [launched, changed] = await changeWhile(time % 2 === 0 ? 'agent' : 'runtime', time);
      const done = time % 4 < 2 ? ['available'] : ['in-use', 'available'];
      expect([launched, done]).toEqual(['running', expect.arrayContaining([changed])]);
    }
    expect(await eventually(() => life().catch(() => undefined))).toBe(before);
    expect(await site.client.show(machine.id)).toMatchObject({ status: 'running', ssh_ready: true });
    const attached = (await statusOf(`volumes/${volume}`)) === 'in-use';
    expect(await ssh.run(machine, 'mountpoint -q /mnt/data && echo in-use || echo available')).toBe(
      attached ? 'in-use\n' : 'available\n',
    );
  });
});
