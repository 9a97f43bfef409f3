import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to raise limits of its own that its machine was given',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    const limits = await attacker.out('ulimit -Hu; ulimit -Hn');
    const [processes = 0, files = 0] = limits.split('\n').map(Number);
    await attacker.isRefused(
      `ulimit -Hu ${processes + 1}`,
      `ulimit -Hn ${files + 1}`,
      'ulimit -Hr 1',
      'unshare -Ur sh -c "ulimit -Hu 999999"',
    );
    const nice = 'pack("QQ", 40, 40)';
    await attacker.isTold(
      [
        `"prlimit64", 1, 7, pack("QQ", ${files + 1}, ${files + 1}), 0`,
        `"prlimit64", 0, 13, ${nice}, 0`,
        `"prlimit64", 0, 14, ${nice}, 0`,
      ],
      'EPERM',
    );
  },
};
