import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to run before everybody else',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    await attacker.isTold(
      [
        '"sched_setscheduler", 0, 1, pack("i", 1)',
        '"sched_setscheduler", 0, 2, pack("i", 99)',
        '"ioprio_set", 1, 0, 1 << 13',
      ],
      'EPERM',
      'EACCES',
    );
    await attacker.isRefused(
      'nice -n -5 true && test "$(nice -n -5 nice)" -lt 0',
      'echo -1000 > /proc/self/oom_score_adj',
      'chrt -f 10 true',
    );
  },
};
