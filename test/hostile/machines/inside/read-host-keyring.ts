import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to read a key of the session that started the platform',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker, host }) {
    const search = `
      my $id = sys("keyctl", 10, -3, "user", "${host.key}", 0); print $id < 0 ? why() : "found", "\\n";
      my $bytes = "\\0" x 64; print $id < 0 ? "" : sys("keyctl", 11, $id, $bytes, 64) > 0 ? $bytes =~ s/\\0.*//r : why(), "\\n";`;
    const [found, text] = await attacker.perl(search);
    expect([found, text]).toEqual([expect.stringMatching(/^(ENOKEY|EACCES|EPERM|ENOSYS)$/), '']);
    expect(await attacker.out(`grep -c ${host.key} /proc/keys`)).toBe('0\n');
  },
};
