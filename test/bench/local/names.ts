import { atMost, type Line } from '#test/bench/line.ts';
import { median } from '#test/bench/statistics.ts';
import { Ssh } from '#test/support/clients/ssh.ts';
import type { Client } from '#test/support/http/client.ts';

const questions = 500;

/** Asks the resolver for the machine's own name, and prints each answer's time in milliseconds. */
const program = `use IO::Socket::INET; use Time::HiRes "time";
my $udp = IO::Socket::INET->new(Proto => "udp", PeerAddr => "169.254.169.253:53") or die;
my $question = pack("n6", 7, 0x100, 1, 0, 0, 0) . join("", map { chr(length) . $_ } "names", "internal") . pack("Cnn", 0, 1, 1);
for (1 .. ${questions}) {
  my $began = time;
  $udp->send($question); $udp->recv(my $answer, 512);
  unpack("x6 n", $answer) == 1 or die "no address";
  print 1000 * (time - $began), "\\n";
}`;

/** From a machine's question for a name of its VPC until the answer, by UDP. */
export async function benchNames(client: Client): Promise<Line[]> {
  const ssh = new Ssh();
  try {
    const body = { name: 'bench-names', public_key: await ssh.publicKey() };
    const { id } = await client.api.importSshKey({ body });
    const machine = await client.launch({ name: 'names', ssh_key_id: id });
    const said = await ssh.run(machine, `perl -e '${program}'`);
    await client.operate(machine.id, 'terminate');
    const times = said.trim().split('\n').map(Number);
    const budget = `a name asked for in a machine, median of ${questions}`;
    return [atMost(budget, 1, { value: median(times), unit: 'ms' })];
  } finally {
    ssh.close();
  }
}
