import type { Attack } from '#test/hostile/machines/ground.ts';

export const attack: Attack = {
  tries: 'to call what only the root of the host may',
  needs: ['shared_kernel', 'perl'],
  async by({ attacker }) {
    await attacker.isTold(
      [
        '"swapon", "/etc/hostname", 0',
        '"swapoff", "/dev/vda"',
        '"acct", "/tmp/acct"',
        '"acct", 0',
        '"kexec_load", 0, 0, 0, 0',
        '"reboot", 0xfee1dead, 672274793, 0x01234567, 0',
        '"reboot", 0xfee1dead, 672274793, 0x4321fedc, 0',
        '"quotactl", 0x800002, "/dev/vda", 0, 0',
        '"setdomainname", "x", 1',
        '"sethostname", "x", 1',
        '"vhangup"',
        '"syslog", 5, 0, 0',
        '"syslog", 6, 0, 0',
      ],
      'EPERM',
      'ENOSYS',
      'EINVAL',
      'ENOTBLK',
      'ENOENT',
      'ENODEV',
    );
    await attacker.isTold(['"sethostname", "x", 1', '"vhangup"', '"syslog", 5, 0, 0'], 'EPERM');
  },
};
