import { setTimeout as wait } from 'node:timers/promises';
import { atMost, type Line } from '#test/bench/line.ts';
import { median } from '#test/bench/statistics.ts';
import { askTcp } from '#test/lib/runtime/support/guest-net.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import { type Client, demand } from '#test/support/http/client.ts';
import { eventually } from '#test/support/vitest/eventually.ts';

const changes = 10;
const port = 8080;
const server = `my $s = IO::Socket::INET->new(LocalPort => ${port}, Listen => 5, ReuseAddr => 1) or die; while (my $c = $s->accept) { print $c "hello\\n"; close $c }`;

/** From the request for a rule until it has its effect on a new connection to the machine's elastic IP, both ways. */
export async function benchFirewall(client: Client): Promise<Line[]> {
  const ssh = new Ssh();
  try {
    const key = { name: 'bench-firewall', public_key: await ssh.publicKey() };
    const { id } = demand(await client.post('/compute/ssh-keys', key), 201).body;
    const machine = await client.launch({ name: 'firewall', ssh_key_id: id });
    await ssh.run(machine, `nohup perl -MIO::Socket::INET -e '${server}' >/dev/null 2>&1 &`);
    const elastic = demand(await client.post('/compute/elastic-ips', {}), 201).body;
    demand(await client.post(`/compute/elastic-ips/${elastic.id}/attach`, { instance_id: machine.id }), 200);
    const answers = async () => (await askTcp(elastic.address, port)) === 'hello';
    const [opening, closing]: [number[], number[]] = [[], []];
    for (let i = -1; i < changes; i++) {
      const opened = performance.now();
      const rule = { direction: 'inbound', protocol: 'tcp', port_from: port };
      const { id: ruleId } = demand(await client.post(`/compute/instances/${machine.id}/firewall`, rule), 201).body;
      await eventually(answers);
      const closed = performance.now();
      demand(await client.ask(`/compute/instances/${machine.id}/firewall/rules/${ruleId}`, { method: 'DELETE' }), 200);
      await eventually(async () => !(await answers()));
      if (i >= 0) {
        opening.push(closed - opened);
        closing.push(performance.now() - closed);
      }
      await wait(50);
    }
    demand(await client.post(`/compute/elastic-ips/${elastic.id}/detach`, {}), 200);
    await client.operate(machine.id, 'terminate');
    const line = (what: string, times: readonly number[]) =>
      atMost(`${what}, until it has its effect, median of ${changes}`, 300, { value: median(times), unit: 'ms' });
    return [line('a firewall rule added', opening), line('a firewall rule deleted', closing)];
  } finally {
    ssh.close();
  }
}
