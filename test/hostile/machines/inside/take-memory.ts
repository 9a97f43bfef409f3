import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

/** Files in memory of a namespace within the machine, which nothing but its end gives back. */
const FILL = `unshare -Urm sh -c 'mount -t tmpfs -o size=4g none /mnt && head -c 2000000000 /dev/zero >/mnt/all' 2>/dev/null`;

export const attack: Attack = {
  tries: 'to take the memory of others by files in memory, by sockets and by a hundred programs at once',
  needs: ['memory_limit', 'users', 'perl'],
  async by({ boot, neighbour, stranger, driver }) {
    const machine = await boot();
    await machine.out(`${FILL}; echo $?`);
    await machine.out(`head -c 2000000000 /dev/zero >/dev/shm/all 2>/dev/null; rm -f /dev/shm/all; echo`);
    const sockets =
      'my @all; for (1 .. 400) { socketpair(my $a, my $b, 1, 1, 0) or last; push @all, $a, $b; $a->blocking(0); 1 while syswrite($a, "x" x 65536) }';
    await machine.out(`perl -MIO::Handle -e '${sockets}'; echo`);
    await machine.out(
      `for i in $(seq 100); do perl -e '$x = "x" x (16 << 20); sleep 1' & done 2>/dev/null; wait; echo`,
    );
    for (const other of [neighbour, stranger]) await other.isWell();
    const samples = await driver.samples();
    const used = samples.map(({ ram_used_mib, ram_mib }) => ram_used_mib / ram_mib);
    expect(Math.max(...used)).toBeLessThanOrEqual(1);
    expect(await machine.out('echo well')).toBe('well\n');
    await driver.destroy(machine.id);
  },
};
