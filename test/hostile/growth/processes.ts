import { expect } from 'vitest';
import type { Ground } from '#test/hostile/machines/ground.ts';
import { besideTerminal } from './watched.ts';

/** How often the host counts at most, and lines that a neighbour's terminal echoes during one count. */
const TRIES = 50;
const FEWEST = 3;

/**
 * A guest has `processes` processes, each with `mappings` mappings of memory, while the host counts what machines use:
 * it counts those of this machine, and what its neighbours use.
 */
export async function countAmongProcesses(
  ground: Ground,
  { processes, mappings }: { readonly processes: number; readonly mappings: number },
): Promise<void> {
  const { attacker, neighbour, stranger, driver } = ground;
  await attacker.run('rm -f /tmp/begun');
  await attacker.perl(`
    use POSIX ();
    defined(my $child = fork) or die;
    if ($child == 0) {
      POSIX::setsid();
      open(STDOUT, '>', '/dev/null'); open(STDERR, '>', '/dev/null'); open(STDIN, '<', '/dev/null');
      my $call = ${process.arch === 'x64' ? 9 : 222};
      # Every other page can be written, so that the kernel keeps them apart.
      for my $page (1 .. ${mappings}) { syscall($call, 0x200000000000 + $page * 4096, 4096, 1 + 2 * ($page % 2), 0x32, -1, 0) }
      for (2 .. ${processes}) { my $one = fork; last if defined $one and $one == 0 }
      open(my $begun, '>>', '/tmp/begun') or die; print {$begun} "x"; close $begun;
      sleep 1000;
    }`);
  const begun = async () => (await attacker.out('cat /tmp/begun')).length;
  await expect.poll(begun, { timeout: 60_000 }).toBe(processes);
  const answer = await besideTerminal(ground, async (echoes) => {
    for (let time = 0; time < TRIES; time++) {
      const before = echoes();
      const samples = await driver.samples();
      if (echoes() - before >= FEWEST) return samples;
    }
    return expect.fail('the terminal of a neighbour was silent while the host counted');
  });
  const memory = new Map(answer.map(({ id, ram_used_mib }) => [id, ram_used_mib]));
  expect([...memory.keys()].sort()).toEqual([attacker, neighbour, stranger].map(({ id }) => id).sort());
  expect(memory.get(attacker.id)).toBeGreaterThan(processes / 10);
  expect(memory.get(stranger.id)).toBeLessThan(64);
  await attacker.run('pkill perl; true');
}
