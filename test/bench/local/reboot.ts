import { atMost, type Line } from '#test/bench/line.ts';
import { median } from '#test/bench/statistics.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { type Client, demand } from '#test/support/http/client.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const rounds = 10;

/** The time from the request to reboot until OpenSSH has run a command in the new boot. */
export async function benchReboot(client: Client): Promise<Line[]> {
  const ssh = new Ssh();
  try {
    const key = { name: 'bench-reboot', public_key: await ssh.publicKey() };
    const { id } = demand(await client.post('/compute/ssh-keys', key), 201).body;
    const machine = await client.launch({ name: 'reboot', ssh_key_id: id });
    const bootId = () => ssh.run(machine, 'cat /proc/sys/kernel/random/boot_id').catch(() => '');
    const took: number[] = [];
    for (let i = -1; i < rounds; i++) {
      const before = await bootId();
      const began = performance.now();
      await client.operate(machine.id, 'reboot');
      await eventually(async () => !['', before].includes(await bootId()));
      if (i >= 0) took.push(performance.now() - began);
    }
    await client.operate(machine.id, 'terminate');
    return [
      atMost(`reboot to first answered SSH command, median of ${rounds}`, 500, { value: median(took), unit: 'ms' }),
    ];
  } finally {
    ssh.close();
  }
}
