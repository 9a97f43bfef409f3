import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Instance } from '#lib/model/compute/instance.ts';
import type { Snapshot } from '#lib/model/compute/snapshot.ts';
import { whereContainersWork } from '#test/lib/runtime/support/container-works.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { type Answer, Client, demand } from '#test/support/http/client.ts';
import { advance } from '#test/support/platform/dev-clock.ts';
import { type RunningPlatform, startPlatform } from '#test/support/platform/platform.ts';

const HOUR = 3600;
const soon = { prefer: 'wait=25' };

await whereContainersWork(() => {
  const ssh = new Ssh();
  let platform: RunningPlatform;
  let client: Client;
  let first: Instance;
  let second: Instance;
  let volume: string;
  beforeAll(async () => {
    platform = await startPlatform({ env: { SVC_COMPUTE: 'container' } });
    client = await Client.register(platform.baseUrl);
    const key = { name: 'laptop', public_key: await ssh.publicKey() };
    const ssh_key_id = demand(await client.post('/compute/ssh-keys', key), 201).body.id;
    const launch = (name: string) => client.launch({ name, ssh_key_id });
    [first, second] = await Promise.all([launch('one'), launch('two')]);
  });
  afterAll(async () => {
    ssh.close();
    await platform?.stop();
  });

  const post = async (path: string, body: object = {}, status = 200) =>
    demand(await client.post(`/compute${path}`, body, soon), status).body;

  it('a volume is hot-attached, and what is written on it is there in another machine', async () => {
    const made = await post('/volumes', { name: 'data', size_gib: 1, instance_id: first.id }, 201);
    volume = made.id;
    await expect.poll(async () => (await client.get(`/compute/volumes/${volume}`)).body.status).toBe('in-use');
    await ssh.run(first, 'echo kept > /mnt/data/file');
    expect(await post(`/volumes/${volume}/detach`)).toMatchObject({ status: 'available', instance_id: null });
    expect(await ssh.run(first, 'ls /mnt/data 2>/dev/null || true')).toBe('');
    expect(await post(`/volumes/${volume}/attach`, { instance_id: second.id })).toMatchObject({ status: 'in-use' });
    expect(await ssh.run(second, 'cat /mnt/data/file')).toBe('kept\n');
    await client.operate(second.id, 'reboot', { force: true });
    expect(await ssh.run(second, 'cat /mnt/data/file')).toBe('kept\n');
  });

  it('a volume with open files is not pulled out, unless by force', async () => {
    const open = ssh.run(second, 'exec 3>/mnt/data/open; echo held; sleep 60').catch(() => 'ended');
    await expect.poll(() => ssh.run(second, 'ls /mnt/data')).toContain('open');
    const busy: Answer = await client.ask(`/compute/volumes/${volume}/detach`, {
      method: 'POST',
      body: {},
      once: true,
    });
    expect([busy.status, busy.headers.get('x-error-code'), busy.headers.get('retry-after')]).toEqual([
      409,
      'in_use',
      '5',
    ]);
    expect(await ssh.run(second, 'cat /mnt/data/file')).toBe('kept\n');
    expect((await post(`/volumes/${volume}/detach`, { force: true })).status).toBe('available');
    await open;
  });

  it('a snapshot brings the old bytes back, and a machine launched from it has them too', async () => {
    await ssh.run(first, 'echo old > ~/state; sync');
    const taken: Snapshot = await post(`/instances/${first.id}/snapshots`, { name: 'before' }, 201);
    expect(taken).toMatchObject({ status: 'available', consistency: 'crash', progress_percent: 100 });
    await ssh.run(first, 'echo new > ~/state; echo more > ~/other');
    const restored = await post(`/instances/${first.id}/snapshots/${taken.id}/restore`);
    expect(restored).toMatchObject({ status: 'running', ssh_ready: true });
    expect(await ssh.run(first, 'cat ~/state; ls ~/other 2>/dev/null || true')).toBe('old\n');
    const ssh_key_id = first.ssh_key_ids[0];
    const copy = await client.launch({ name: 'copy', image_id: taken.id, ssh_key_id });
    expect(copy).toMatchObject({ status: 'running', image_id: taken.id });
    expect(await ssh.run(copy, 'cat ~/state; hostname')).toBe('old\ncopy\n');
    await client.operate(first.id, 'terminate');
    expect((await client.get(`/compute/snapshots/${taken.id}`)).body.status).toBe('available');
  });

  it('a nightly backup is taken each night, and as many are kept as were asked for', async () => {
    const path = `/compute/instances/${second.id}/backup-schedule`;
    const body = { cron: '0 2 * * *', retention_count: 2 };
    demand(await client.ask(path, { method: 'PUT', body }), 200);
    for (const night of [1, 2, 3]) {
      await advance(platform.baseUrl, 24 * HOUR);
      client = await client.again();
      const { last_run } = (await client.get(path)).body;
      expect(last_run, `night ${night}`).toMatchObject({ status: 'succeeded', error: null });
    }
    const { snapshots } = (await client.get(`/compute/instances/${second.id}/snapshots`)).body;
    expect(snapshots.map(({ trigger, status }: Snapshot) => [trigger, status])).toEqual([
      ['schedule', 'available'],
      ['schedule', 'available'],
    ]);
    await client.operate(second.id, 'terminate');
    expect((await client.get('/compute/snapshots')).body.snapshots).toHaveLength(3);
  });
});
