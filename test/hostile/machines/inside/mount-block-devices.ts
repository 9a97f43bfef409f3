import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to mount file systems of the host by their devices and kinds',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    const kinds = [
      'ext4',
      'xfs',
      'btrfs',
      'vfat',
      'iso9660',
      'squashfs',
      'nfs',
      'cifs',
      '9p',
      'virtiofs',
      'debugfs',
      'tracefs',
      'securityfs',
      'bpf',
      'efivarfs',
      'configfs',
      'pstore',
      'devtmpfs',
      'nfsd',
      'fusectl',
      'hugetlbfs',
    ];
    const places = ['/dev/vda', '/dev/sda1', '/dev/loop0', 'none'];
    const calls = kinds.flatMap((kind) => places.map((place) => `"mount", "${place}", "/mnt", "${kind}", 0, 0`));
    const answers = await attacker.perl(
      calls.map((call) => `print told(${call}), "\\n"; sys("umount2", "/mnt", 2);`).join('\n'),
    );
    // A file system for BPF objects of one's own is empty, and so is one of System V's huge pages.
    const done = calls
      .filter((_, index) => answers[index] === 'done')
      .filter((call) => !/"(bpf|hugetlbfs)"/.test(call));
    expect(answers).toHaveLength(calls.length);
    expect(done).toEqual([]);
  },
};
