import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to enter the namespaces around its own',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    // NS_GET_USERNS, NS_GET_PARENT of each namespace of its own: the owner and the parent are the host's.
    const program = ['user', 'net', 'uts', 'ipc', 'pid']
      .flatMap((kind) =>
        [0xb701, 0xb702].map(
          (request) => `
      { open my $ns, "<", "/proc/self/ns/${kind}" or die $!; $! = 0;
        my $fd = ioctl($ns, ${request}, 0); my $n = $fd ? int $fd : -1;
        print $n < 0 ? why() : told("setns", $n, 0), "\\n"; }`,
        ),
      )
      .join('');
    const answers = await attacker.perl(program);
    expect(answers).toHaveLength(10);
    expect(answers.filter((answer) => !['EPERM', 'EINVAL', 'ENOTTY', 'EACCES'].includes(answer))).toEqual([]);
  },
};
