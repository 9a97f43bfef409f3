import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to mount by the newer system calls what the older refuse',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    const kinds = ['ext4', 'proc', 'sysfs', 'devtmpfs', 'cgroup2', 'debugfs', 'tracefs', 'securityfs'];
    const answers = await attacker.perl(
      kinds
        .map(
          (kind) => `{ my $fs = sys("fsopen", "${kind}", 0);
        print $fs < 0 ? why() : told("fsconfig", $fs, 6, 0, 0, 0) eq "done" ? told("fsmount", $fs, 0, 0) : why(), "\\n"; }`,
        )
        .join(''),
    );
    expect(answers).toHaveLength(kinds.length);
    expect(answers.filter((answer) => !['EPERM', 'ENODEV', 'EBUSY', 'EINVAL', 'ENOTBLK'].includes(answer))).toEqual([]);
    await attacker.isTold(['"open_tree", -100, "/dev", 1', '"open_tree", -100, "/", 1'], 'EINVAL', 'EPERM');
  },
};
