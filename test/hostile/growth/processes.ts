import { expect } from 'vitest';
import type { Ground } from '#test/hostile/machines/ground.ts';
import { besideTerminal } from './watched.ts';

/** How often the host counts, and fewest lines that a neighbour's terminal echoes meanwhile, each time. */
const TIMES = 5;
const FEWEST = 4;

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
  const { answer, echoes } = await besideTerminal(ground, async () => {
    for (let time = 1; time < TIMES; time++) await driver.samples();
    return driver.samples();
  });
  const memory = new Map(answer.map(({ id, ram_used_mib }) => [id, ram_used_mib]));
  expect([...memory.keys()].sort()).toEqual([attacker, neighbour, stranger].map(({ id }) => id).sort());
  expect(memory.get(attacker.id)).toBeGreaterThan(processes / 10);
  expect(memory.get(stranger.id)).toBeLessThan(64);
  expect(echoes).toBeGreaterThan(TIMES * FEWEST);
  await attacker.run('pkill perl; true');
}
