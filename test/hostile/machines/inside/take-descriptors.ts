import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { withClient } from '#test/hostile/machines/raw-ssh.ts';
import { PRELUDE } from '#test/hostile/machines/syscalls.ts';

export const attack: Attack = {
  tries: 'to take what the user of all machines may have under way in sockets',
  needs: ['shared_kernel', 'perl', 'port_forwarding'],
  async by({ attacker, stranger, boot, driver }) {
    const hold = `use Socket; my ($held, $why, @pairs) = (0, "");
      open my $file, "<", "/dev/null"; my ($byte, $fds) = ("x", pack("i253", (fileno $file) x 253));
      my $iov = pack("PQ", $byte, 1); my $control = pack("Qii", 16 + length $fds, 1, 1) . $fds . "\\0" x 4;
      my $message = pack("QQPQPQQ", 0, 0, $iov, 1, $control, 16 + length $fds, 0);
      PAIR: while (@pairs < 8000) {
        socketpair my $a, my $b, AF_UNIX, SOCK_STREAM, 0 or do { $why = why(); last }; push @pairs, $a, $b;
        while (1) { if (sys("sendmsg", 0 + fileno($a), $message, 0x40) < 0) { $why = why(); last PAIR if $why ne "EAGAIN"; last } $held += 253 }
      }
      print "$held $why\\n"; <STDIN>;`;
    const client = await attacker.ssh.start(
      attacker.login,
      [],
      [`perl -e '${`${PRELUDE}${hold}`.replaceAll("'", "'\\''")}'`],
    );
    const taken = await new Promise<string>((done) => client.stdout?.setEncoding('utf8').once('data', done));
    await stranger.isWell();
    // The platform itself passes descriptors when it reaches into a machine.
    const [greeting] = await withClient(
      stranger,
      async (through) =>
        new Promise<string[]>((done) =>
          through.forwardOut('127.0.0.1', 1, stranger.ip, 22, (error, stream) =>
            error ? done([error.message]) : stream.once('data', (data: Buffer) => done([String(data).slice(0, 4)])),
          ),
        ),
    );
    const late = await boot();
    await late.isWell();
    await driver.destroy(late.id);
    client.stdin?.end('\n');
    await new Promise((done) => client.once('close', done));
    expect(taken).toMatch(/^\d{4,} (ETOOMANYREFS|EMFILE)\n$/);
    expect(greeting).toBe('SSH-');
  },
};
