import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to stall the kernel by faults that it handles itself',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    // A machine may handle only faults of its own programs (flag 1). A kernel that waits for a guest would hold what it
    // copies.
    await attacker.isTold(['"userfaultfd", 0', '"userfaultfd", 0x80000'], 'EPERM', 'ENOSYS');
  },
};
