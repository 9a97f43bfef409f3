import { expect } from 'vitest';
import type { Ground } from '#test/hostile/machines/ground.ts';
import { besideTerminal } from './watched.ts';

/** Bytes that the runtime may read of them: parts of each file, and of the console what it takes in a few seconds. */
const MOST_READ = 1024 * 1024;

/** Fewest lines that a neighbour's terminal echoes meanwhile. */
const FEWEST = 20;

/**
 * A guest writes `kib` KiB without a line's end to its console, and as many to its authorized_keys, among them a key
 * behind the first 64 KiB. Its machine takes logins with the platform's keys all the same, and with no other.
 */
export async function endlessLines(ground: Ground, kib: number): Promise<void> {
  const { attacker, ssh } = ground;
  const late = await ssh.makeKey(`late-${kib}`);
  const whole = `head -c ${kib * 1024} /dev/zero | tr '\\0' x`;
  await besideTerminal(
    ground,
    async (echoes) => {
      const written = await attacker.out(
        `mkdir -p ~/.ssh; (${whole}; echo) > ~/.ssh/authorized_keys; echo '${late.line}' >> ~/.ssh/authorized_keys; stat -c %s ~/.ssh/authorized_keys`,
      );
      expect(Number(written)).toBeGreaterThan(kib * 1024);
      expect((await ssh.run({ ...attacker.login, key: late }, 'echo in')).stdout).toBe('');
      expect(
        await attacker.out(`nohup sh -c "${whole.replaceAll('"', '\\"')} > /proc/1/fd/1" >/dev/null 2>&1 & echo in`),
      ).toBe('in\n');
      expect(await attacker.out('readlink /proc/1/fd/1')).toMatch(/^pipe:/);
      await attacker.isWell();
      await expect.poll(echoes).toBeGreaterThan(FEWEST);
    },
    MOST_READ,
  );
  // A file that is not too long counts again.
  await attacker.run(`echo '${late.line}' > ~/.ssh/authorized_keys`);
  expect((await ssh.run({ ...attacker.login, key: late }, 'echo in')).stdout).toBe('in\n');
  await attacker.run('rm ~/.ssh/authorized_keys; pkill head; true');
}
