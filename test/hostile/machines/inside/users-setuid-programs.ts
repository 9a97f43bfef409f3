import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to gain rights outside by setuid programs of its own, and to map ids that it was not given',
  needs: ['shared_kernel', 'users', 'perl'],
  async by({ attacker, neighbour }) {
    await attacker.out(
      'id mallory >/dev/null 2>&1 || useradd -m mallory; cp /bin/bash /usr/bin/rooted; chmod 4755 /usr/bin/rooted',
    );
    const asUser = (command: string) =>
      attacker.out(
        `runuser -u mallory -- /usr/bin/rooted -p -c '${command}' 2>/dev/null && echo worked || echo refused`,
      );
    // Inside they work, as on every Linux.
    expect(await asUser('echo x > /root/written')).toBe('worked\n');
    for (const act of ['hostname other', 'echo x > /proc/sys/kernel/core_pattern', 'umount /proc', 'chown 65536 /root'])
      expect([act, await asUser(act)]).toEqual([act, 'refused\n']);
    const maps = await attacker.perl(`
      pipe my $r, my $w; pipe my $r2, my $w2;
      my $child = fork; if (!$child) { sys("unshare", 0x10000000); syswrite $w, "x"; sysread $r2, my $b, 1; exit }
      sysread $r, my $b, 1;
      for my $map ("0 65535 2", "0 100000 1", "0 0 4294967295") { open my $f, ">", "/proc/$child/uid_map"; $! = 0; print defined syswrite($f, $map) ? "done" : why(), "\\n" }
      syswrite $w2, "x"; waitpid $child, 0;
    `);
    expect(maps).toEqual(['EPERM', 'EPERM', 'EPERM']);
    await attacker.out('rm /usr/bin/rooted');
    expect(await neighbour.out('getent passwd mallory; ls /usr/bin/rooted 2>/dev/null')).toBe('');
  },
};
