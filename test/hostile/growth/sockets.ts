import { connect } from 'node:net';
import { expect } from 'vitest';
import type { Ground } from '#test/hostile/machines/ground.ts';
import { someAddress } from '#test/lib/runtime/support/guest-net.ts';
import { inbound, rule } from '#test/lib/runtime/support/machine-spec.ts';
import { besideTerminal } from './watched.ts';

/** Lines that a neighbour's terminal echoes while the host follows the ports of a machine with many sockets. */
const FEWEST = 40;

/**
 * A guest has `sockets` sockets, most of them bound UDP ports and connections of its own, while a wide rule has the
 * host follow its ports: a port that the neighbour opens is forwarded all the same.
 */
export async function followPortsAmongSockets(ground: Ground, sockets: number): Promise<void> {
  const { attacker, neighbour, driver } = ground;
  const firewall = inbound(rule('tcp', 1024, 65_535), rule('udp', 1024, 65_535));
  const [own, other] = [someAddress(), someAddress()];
  await driver.configure({ ...attacker.spec, addresses: [own], firewall });
  await driver.configure({ ...neighbour.spec, addresses: [other], firewall });
  await attacker.perl(`
    use Socket; use POSIX ();
    my $each = 500;
    for my $part (1 .. ${Math.ceil(sockets / 500)}) {
      next if fork;
      POSIX::setsid();
      open(STDOUT, '>', '/dev/null'); open(STDERR, '>', '/dev/null'); open(STDIN, '<', '/dev/null');
      my @kept;
      for (1 .. $each) { socket(my $one, PF_INET, SOCK_DGRAM, 0) or last; bind($one, sockaddr_in(0, INADDR_ANY)); push @kept, $one }
      open(my $ready, '>>', '/tmp/bound') or die; print {$ready} "x"; close $ready;
      sleep 1000;
    }`);
  await expect.poll(async () => (await attacker.out('cat /tmp/bound')).length).toBe(Math.ceil(sockets / 500));
  const answer = `reached-${sockets}`;
  const port = 20_000 + (sockets % 1000);
  const serve = `use Socket; socket(my $s, PF_INET, SOCK_STREAM, 0); setsockopt($s, SOL_SOCKET, SO_REUSEADDR, 1); bind($s, sockaddr_in(${port}, INADDR_ANY)) or die; listen($s, 5); for (1 .. 500) { accept(my $c, $s); syswrite $c, "${answer}"; close $c }`;
  await besideTerminal(ground, async (echoes) => {
    await neighbour.out(`nohup perl -e '${serve}' >/dev/null 2>&1 &`);
    await expect.poll(() => read(other, port), { timeout: 30_000 }).toBe(answer);
    await expect.poll(echoes).toBeGreaterThan(FEWEST);
  });
  await attacker.out('pkill perl; rm -f /tmp/bound');
  await neighbour.out('pkill perl');
  for (const { spec } of [attacker, neighbour]) await driver.configure(spec);
}

/** What a service says to whoever connects; empty where nobody does. */
function read(host: string, port: number): Promise<string> {
  return new Promise((resolve) => {
    let said = '';
    const socket = connect({ host, port });
    socket.on('data', (bytes) => {
      said += bytes;
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve(said));
  });
}
