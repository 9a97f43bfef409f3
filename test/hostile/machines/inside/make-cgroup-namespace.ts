import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to make a namespace of groups of processes, which no machine needs',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    await attacker.isTold(['"unshare", 0x02000000', '"unshare", 0x02000000 | 0x20000'], 'ENOSPC', 'EPERM');
    const [nested] = await attacker.perl('sys("unshare", 0x10000000); print told("unshare", 0x02000000), "\\n";');
    expect(nested).toMatch(/^(ENOSPC|EPERM)$/);
  },
};
