import { atMost, type Line } from '#test/bench/line.ts';
import { median } from '#test/bench/statistics.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { type Client, demand } from '#test/support/http/client.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const rounds = 10;
/** Looked at where looking does not make it busy. */
const mounted = 'grep -q /mnt/bench /proc/self/mountinfo';

/**
 * The time from the request to attach or detach until the machine itself sees the change, through the whole control
 * plane.
 */
export async function benchVolumes(client: Client): Promise<Line[]> {
  const ssh = new Ssh();
  try {
    const key = { name: 'bench-volumes', public_key: await ssh.publicKey() };
    const { id: keyId } = demand(await client.post('/compute/ssh-keys', key), 201).body;
    const machine = await client.launch({ name: 'volumes', ssh_key_id: keyId });
    const { id } = demand(await client.post('/compute/volumes', { name: 'bench', size_gib: 1 }), 201).body;
    const settled = async (status: string) =>
      eventually(async () => (await client.get(`/compute/volumes/${id}`)).body.status === status);
    await settled('available');
    /** A session that is open before the request reports what the machine sees. */
    const seen = async (condition: string, verb: string, body: object, status: string) => {
      const watch = ssh.run(machine, `touch /run/watching; until ${condition}; do sleep 0.002; done; rm /run/watching`);
      await eventually(async () => (await ssh.run(machine, 'ls /run')).includes('watching'));
      const began = performance.now();
      demand(await client.post(`/compute/volumes/${id}/${verb}`, body), 200);
      await watch;
      const took = performance.now() - began;
      await settled(status);
      return took;
    };
    const [attaching, detaching]: [number[], number[]] = [[], []];
    for (let i = -1; i < rounds; i++) {
      const attached = await seen(mounted, 'attach', { instance_id: machine.id }, 'in-use');
      const detached = await seen(`! ${mounted}`, 'detach', {}, 'available');
      if (i < 0) continue;
      attaching.push(attached);
      detaching.push(detached);
    }
    await client.operate(machine.id, 'terminate');
    const line = (what: string, times: readonly number[]) =>
      atMost(`a volume ${what}, until the machine sees it, median of ${rounds}`, 300, {
        value: median(times),
        unit: 'ms',
      });
    return [line('attached', attaching), line('detached', detaching)];
  } finally {
    ssh.close();
  }
}
