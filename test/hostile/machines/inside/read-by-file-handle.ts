import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to open a file by its handle, past every mount',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    const tried = await attacker.perl(`
      my ($handle, $id) = (pack("LL", 128, 0) . "\\0" x 128, pack("i", 0));
      print told("name_to_handle_at", -100, "/usr/bin", $handle, $id, 0), "\\n";
      opendir my $dir, "/usr" or die $!;
      for my $inode (2, 12, 64, 128) {
        my $made = pack("Ll", 8, 1) . pack("LL", $inode, 0);
        print told("open_by_handle_at", 0 + fileno($dir), $made, 0), "\\n";
      }
      print told("open_by_handle_at", 0 + fileno($dir), $handle, 0), "\\n";
    `);
    expect(tried.slice(1)).toEqual(
      Array.from({ length: 5 }, () => expect.stringMatching(/^(EPERM|ESTALE|EINVAL|EOPNOTSUPP|EBADF)$/)),
    );
  },
};
