import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { CrashSite, leftBehind, machinesOnDisk, sshAnswers } from '#test/support/crash/site.ts';
import { demand } from '#test/support/http/client.ts';

await whereContainersWork(() => {
  let sites: CrashSite[] = [];
  let ssh: Ssh;
  beforeAll(async () => {
    ssh = new Ssh();
    const drivers = ['container', 'process'];
    sites = await Promise.all(drivers.map((SVC_COMPUTE) => CrashSite.open({ SVC_COMPUTE })));
  });
  afterAll(async () => {
    for (const site of sites) {
      await site.stop();
      site.remove();
    }
    ssh?.close();
  });

  it('two platforms run side by side, each with its own accounts, machines and addresses', async () => {
    const [one, two] = sites as [CrashSite, CrashSite];
    const public_key = await ssh.publicKey();
    const launch = async ({ client }: CrashSite, name: string) => {
      const key = demand(await client.post('/compute/ssh-keys', { name, public_key }), 201).body;
      return client.launch({ name, ssh_key_id: key.id });
    };
    const [first, second] = await Promise.all([launch(one, 'first'), launch(two, 'second')]);
    expect(first.public_ip).not.toBe(second.public_ip);
    expect(await ssh.run(first, 'hostname')).toBe('first\n');
    expect(await ssh.run(second, 'echo "$SVC_ROOT" | wc -l')).toBe('1\n');
    expect((await two.client.ask('/auth/me', { token: one.client.token })).status).toBe(401);
    expect((await two.client.get(`/compute/instances/${first.id}`)).status).toBe(404);
    expect(one.platform.output()).toContain('  compute  container');
    expect(two.platform.output()).toContain('  compute  process');
    expect(machinesOnDisk(one.dataDir)).toEqual([first.id]);

    expect(await one.stop()).toBe(0);
    expect(leftBehind(one.dataDir, first.public_ip)).toEqual([]);
    expect(await sshAnswers(first)).toBe(false);
    expect(await sshAnswers(second)).toBe(true);
    expect((await two.client.show(second.id)).status).toBe('running');
  });

  it('process machines go the whole way too', async () => {
    const { client, dataDir } = sites[1] as CrashSite;
    const [machine] = (await client.get('/compute/instances')).body.instances;
    // Such a machine sees the other programs of its user.
    const nap = `1000.${randomInt(1e9)}`;
    await ssh.run(machine, `echo kept > file; nohup sleep ${nap} >/dev/null 2>&1 &`);
    expect(await client.operate(machine.id, 'stop')).toMatchObject({ status: 'stopped', ssh_ready: false });
    expect(await sshAnswers(machine)).toBe(false);
    expect(await client.operate(machine.id, 'start')).toMatchObject({ status: 'running', ssh_ready: true });
    expect(await client.operate(machine.id, 'reboot')).toMatchObject({ status: 'running', ssh_ready: true });
    expect(await ssh.run(machine, `cat file; pgrep -f '[s]leep ${nap}' || echo none`)).toBe('kept\nnone\n');
    await ssh.run(machine, 'poweroff').catch(() => undefined);
    expect((await client.until(machine.id, 'stopped')).status_reason).toBe('shut down from inside the guest');
    expect(await client.operate(machine.id, 'terminate')).toMatchObject({ status: 'terminated' });
    const { compute } = (await client.get('/healthz')).body;
    expect(compute.driver).toBe('process');
    expect(compute.capabilities).not.toContain('isolation');
    await sites[1]?.stop();
    expect(leftBehind(dataDir, machine.public_ip)).toEqual([]);
  });
});
