import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to trace or read processes that are not its own',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, agent }) {
    const pids = [agent.pid, process.pid];
    await attacker.isTold(
      pids.flatMap((pid) => [
        `"ptrace", 16, ${pid}, 0, 0`,
        `"kcmp", ${pid}, ${pid}, 0, 0, 0`,
        `"pidfd_open", ${pid}, 0`,
        `"prlimit64", ${pid}, 7, 0, "\\0" x 16`,
      ]),
      'ESRCH',
      'EPERM',
    );
  },
};
