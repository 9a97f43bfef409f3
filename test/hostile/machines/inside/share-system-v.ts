import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to read memory, queues and semaphores of the host and of other tenants',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, stranger, host }) {
    const [mine] = await stranger.perl(
      'print defined shmget(4242, 4096, 0666 | 01000) && defined msgget(4242, 0666 | 01000) && defined semget(4242, 1, 0666 | 01000) ? "made" : why(), "\\n";',
    );
    expect(mine).toBe('made');
    const keys = [host.ipc, 4242];
    const answers = await attacker.perl(
      keys
        .map(
          (key) =>
            `print defined shmget(${key}, 0, 0) ? "memory" : why(), "\\n", defined msgget(${key}, 0) ? "queue" : why(), "\\n", defined semget(${key}, 0, 0) ? "semaphore" : why(), "\\n";`,
        )
        .join('\n'),
    );
    expect(answers).toEqual(Array.from({ length: 6 }, () => 'ENOENT'));
    expect(await attacker.out('wc -l < /proc/sysvipc/shm')).toBe('1\n');
  },
};
