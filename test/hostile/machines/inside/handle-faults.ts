import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to stall the kernel by faults that it handles itself',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    // Only faults of its own programs (flag 1) may be its to handle: a kernel that waits for a guest holds what it copies.
    await attacker.isTold(['"userfaultfd", 0', '"userfaultfd", 0x80000'], 'EPERM', 'ENOSYS');
  },
};
