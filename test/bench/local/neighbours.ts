import type { ChildProcess } from 'node:child_process';
import { atMost, type Line } from '#test/bench/line.ts';
import { depths } from '#test/hostile/growth/shapes.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { type Client, demand } from '#test/support/http/client.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

/** Files with paths that are too long to copy. */
const entries = 20_000;

/**
 * The longest that a terminal of a neighbour is silent while the host works on what a guest has made large: a snapshot
 * that cannot be made, and the removal of that disk.
 */
export async function benchNeighbours(guest: Client, neighbour: Client): Promise<Line[]> {
  const ssh = new Ssh();
  try {
    const launched = async (client: Client, name: string) => {
      const key = { name, public_key: await ssh.publicKey() };
      const { id } = demand(await client.post('/compute/ssh-keys', key), 201).body;
      return client.launch({ name, ssh_key_id: id });
    };
    const [large, near] = [await launched(guest, 'large'), await launched(neighbour, 'near')];
    await ssh.run(large, `mkdir /var/large && cd /var/large && perl -e '${depths(entries).replaceAll("'", '"')}'`);
    const terminal = ssh.start(near, 'exec cat');
    const silence = new Silence(terminal);
    await eventually(() => silence.echoes > 10);
    silence.longest = 0;
    const path = `/compute/instances/${large.id}/snapshots`;
    const { id } = demand(await guest.post(path, { name: 'large' }), 201).body;
    await eventually(async () => (await guest.get(`${path}/${id}`)).body.status === 'error');
    await guest.operate(large.id, 'terminate');
    terminal.kill();
    await neighbour.operate(near.id, 'terminate');
    const budget = `the longest silence of a neighbour while ${entries} odd files are copied and removed`;
    return [atMost(budget, 250, { value: silence.longest, unit: 'ms' })];
  } finally {
    ssh.close();
  }
}

/** Sends a line as soon as the one before has come back, and keeps how long the longest took. */
class Silence {
  echoes = 0;
  longest = 0;
  #since = performance.now();

  constructor({ stdin, stdout }: ChildProcess) {
    stdin?.on('error', () => undefined);
    stdout?.on('data', () => {
      const now = performance.now();
      this.longest = Math.max(this.longest, now - this.#since);
      this.#since = now;
      this.echoes += 1;
      stdin?.write('a line\n');
    });
    stdin?.write('a line\n');
  }
}
