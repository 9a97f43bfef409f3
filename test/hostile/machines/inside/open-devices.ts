import { expect } from 'vitest';
import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to open devices of the host',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    const names = [
      'kmsg',
      'mem',
      'kmem',
      'port',
      'kvm',
      'fuse',
      'loop-control',
      'loop0',
      'sda',
      'vda',
      'nvme0n1',
      'net/tun',
      'vhost-net',
      'vhost-vsock',
      'uinput',
      'input',
      'dri',
      'console',
      'tty0',
      'rtc0',
      'mapper',
      'autofs',
      'btrfs-control',
      'userfaultfd',
      'vsock',
    ];
    expect(await attacker.out(`cd /dev && ls -d ${names.join(' ')} 2>/dev/null`)).toBe('');
    const there = (await attacker.out('ls /dev')).split('\n').filter(Boolean);
    const meant = [
      'fd',
      'full',
      'null',
      'ptmx',
      'pts',
      'random',
      'shm',
      'stderr',
      'stdin',
      'stdout',
      'tty',
      'urandom',
      'zero',
    ];
    expect(there.filter((name) => !meant.includes(name))).toEqual([]);
  },
};
