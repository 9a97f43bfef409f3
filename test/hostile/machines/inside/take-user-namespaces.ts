import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';
import { PRELUDE } from '#test/hostile/machines/syscalls.ts';

export const attack: Attack = {
  tries: 'to take every namespace that the user of all machines may have',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, stranger, boot, driver }) {
    const hold = `
      pipe my $r, my $w; my @held; my $n = 0;
      for (1 .. 900) {
        my $child = fork // last;
        if (!$child) {
          my $made = 0;
          for (1 .. 31) { last if sys("unshare", 0x10000000) == -1; $made++; for (["setgroups", "deny"], ["uid_map", "0 0 1"], ["gid_map", "0 0 1"]) { open my $f, ">", "/proc/self/$$_[0]" or last; syswrite $f, $$_[1] } }
          syswrite $w, "$made\\n"; close $w; sleep 60; exit;
        }
        push @held, $child;
      }
      close $w; while (<$r>) { $n += $_; last if ++$seen == @held } print "$n\\n"; <STDIN>; kill 9, @held;`;
    const client = await attacker.ssh.start(
      attacker.login,
      [],
      [`perl -e '${`${PRELUDE}${hold}`.replaceAll("'", "'\\''")}'`],
    );
    const taken = await new Promise<string>((done) => client.stdout?.setEncoding('utf8').once('data', done));
    const inside = await stranger.run('unshare -U true');
    const another = await boot({
      vpc: { id: 'vpc-late', cidr: '10.30.0.0/20', gateway: '10.30.0.1' },
      private_ip: '10.30.0.9',
    }).catch((error: Error) => error.message);
    client.stdin?.end('\n');
    await new Promise((done) => client.once('close', done));
    if (typeof another !== 'string') await driver.destroy(another.id);
    expect({ code: inside.code, another: typeof another }).toEqual({ code: 0, another: 'object' });
    expect(Number(taken)).toBeGreaterThan(0);
    expect(Number(taken)).toBeLessThan(10_000);
  },
};
