/**
 * Programs of the host that the driver needs, and their packages on Debian; `unshare` and those after it copy disks.
 */
export const NEEDED_TOOLS: Readonly<Record<string, string>> = {
  ip: 'iproute2',
  perl: 'perl-base',
  setpriv: 'util-linux',
  sleep: 'coreutils',
  unshare: 'util-linux',
  mount: 'mount',
  umount: 'mount',
  pivot_root: 'util-linux',
};
