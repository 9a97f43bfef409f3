import { atMost, info, type Line } from '#test/bench/line.ts';
import { median, timed } from '#test/bench/statistics.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { type Client, demand } from '#test/support/http/client.ts';

const launches = 20;

/**
 * The time from the launch request until OpenSSH has run a command on the machine, through the whole control plane. The
 * request is held until the machine runs (`Prefer: wait`), then a new connection logs in. Each machine is terminated
 * again. The image is the host's own, unless another is given.
 */
export async function benchShell(
  client: Client,
  { image_id, what = 'launch' }: { readonly image_id?: string; readonly what?: string } = {},
): Promise<Line[]> {
  const { launching, answering } = await timesToShell(client, { name: what, ...(image_id && { image_id }) });
  return [
    atMost(`${what} to first answered SSH command, median of ${launches}`, 350, {
      value: median(answering),
      unit: 'ms',
    }),
    info('  of which until it runs', `${median(launching).toFixed(0)} ms`),
  ];
}

/** Milliseconds of launches until the machine runs, and until SSH has answered a command on it. */
export async function timesToShell(
  client: Client,
  { image_id, name }: { readonly image_id?: string; readonly name: string },
): Promise<{ launching: number[]; answering: number[] }> {
  const ssh = new Ssh();
  try {
    const key = { name, public_key: await ssh.publicKey() };
    const { id } = demand(await client.post('/compute/ssh-keys', key), 201).body;
    const launching: number[] = [];
    const answering: number[] = [];
    for (let i = -1; i < launches; i++) {
      const began = performance.now();
      const machine = await client.launch({ name: `shell-${i + 1}`, ssh_key_id: id, ...(image_id && { image_id }) });
      const launched = performance.now() - began;
      const login = await timed(() => ssh.run(machine, 'true'));
      if (i >= 0) {
        launching.push(launched);
        answering.push(launched + login);
      }
      await client.operate(machine.id, 'terminate');
    }
    return { launching, answering };
  } finally {
    ssh.close();
  }
}
