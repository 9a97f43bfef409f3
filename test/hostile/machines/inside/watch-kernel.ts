import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to watch other processes by bpf, perf or faults of memory',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    const attr = 'pack("LLQ", 1, 112, 0) . "\\0" x 96';
    await attacker.isTold(
      [
        `"perf_event_open", ${attr}, -1, 0, -1, 0`,
        '"bpf", 11, "\\0" x 64, 64',
        '"bpf", 12, "\\0" x 64, 64',
        '"bpf", 13, "\\0" x 64, 64',
        '"bpf", 23, "\\0" x 64, 64',
        '"bpf", 5, pack("LL", 2, 1) . "\\0" x 112, 120',
      ],
      'EPERM',
      'EACCES',
      'ENOSYS',
      'ENOENT',
      'EFAULT',
      'EINVAL',
    );
    // Ids of programs, maps and BTF of the host: only its own root may ask.
    await attacker.isTold(
      ['"bpf", 11, "\\0" x 64, 64', '"bpf", 12, "\\0" x 64, 64', '"bpf", 23, "\\0" x 64, 64'],
      'EPERM',
      'ENOSYS',
    );
    await attacker.isTold([`"perf_event_open", ${attr}, -1, 0, -1, 0`], 'EACCES', 'EPERM', 'ENOENT', 'ENOSYS');
  },
};
