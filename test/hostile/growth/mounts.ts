import { expect } from 'vitest';
import type { Ground } from '#test/hostile/machines/ground.ts';
import { volumeSpec } from '#test/lib/runtime/disks-conformance.ts';
import { refusal } from '#test/lib/runtime/support/refusal.ts';
import { besideTerminal } from './watched.ts';

/** How often the host looks at all mounts: at least, and at most until a neighbour's terminal went on meanwhile. */
const TIMES = 10;
const TRIES = 100;
/** Lines that are echoed during one look. Where the looking process is also that of the terminal, there is one. */
const FEWEST = 3;

/**
 * A guest whose processes see `mounts` mounts together, in mount namespaces of its own, has its volume detached. The
 * host refuses while they have it, and detaches it by force and afterwards, also from a place that the guest chose.
 */
export async function detachAmongMounts(ground: Ground, { mounts, each }: { mounts: number; each: number }) {
  const { attacker, driver } = ground;
  const volume = volumeSpec();
  await driver.createVolume(volume);
  const place = { id: volume.id, mount_path: '/mnt/data' };
  await driver.attachVolume(attacker.id, place);
  await attacker.out('rm -f /tmp/ready');
  await attacker.perl(`
    use POSIX ();
    defined(my $child = fork) or die;
    if ($child == 0) {
      POSIX::setsid();
      open(STDOUT, '>', '/dev/null'); open(STDERR, '>', '/dev/null'); open(STDIN, '<', '/dev/null');
      die if sys('unshare', 0x10020000);
      mkdir '/tmp/many';
      for (1 .. ${each}) { die if sys('mount', '/tmp/many', '/tmp/many', 0, 0x1000, 0) }
      for (2 .. ${Math.ceil(mounts / each)}) { last unless fork }
      open(my $ready, '>>', '/tmp/ready') or die; print {$ready} "x"; close $ready;
      sleep 1000;
    }`);
  const ready = async () => (await attacker.out('cat /tmp/ready')).length;
  await expect.poll(ready, { timeout: 60_000 }).toBe(Math.ceil(mounts / each));
  const detach = (force: boolean) => driver.detachVolume(attacker.id, volume.id, { force });
  const answer = await besideTerminal(ground, async (echoes) => {
    const answers: unknown[] = [];
    let most = 0;
    while (answers.length < TIMES || (most < FEWEST && answers.length < TRIES)) {
      const before = echoes();
      answers.push(await refusal(() => detach(false)));
      most = Math.max(most, echoes() - before);
    }
    return { answers, most };
  });
  const message = `volume ${volume.id} is in use: files in /mnt/data are open`;
  expect(answer.answers).toEqual(Array(answer.answers.length).fill({ code: 'VOLUME_BUSY', message }));
  expect(answer.most).toBeGreaterThanOrEqual(FEWEST);
  await besideTerminal(ground, () => detach(true));
  expect(await attacker.out('cat /proc/mounts | grep -c data; pgrep -c perl; ls /mnt')).toBe('0\n0\n');
  // It is at a place with blanks by now, a few thousand times.
  await driver.attachVolume(attacker.id, place);
  await attacker.perl(`
    mkdir '/mnt/my data';
    for (1 .. ${Math.ceil(mounts / 10)}) { die if sys('mount', '/mnt/data', '/mnt/my data', 0, 0x1000, 0) }`);
  await besideTerminal(ground, () => detach(false));
  expect(await attacker.out('grep -c data /proc/mounts')).toBe('0\n');
  await driver.deleteVolume(volume.id);
}
