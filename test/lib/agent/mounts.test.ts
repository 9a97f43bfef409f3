import { describe, expect, it } from 'vitest';
import { parseMountInfo, readOnlyFlags } from '#lib/agent/drivers/container/mounts.ts';

const TABLE = `23 1 254:0 / / rw,noatime shared:1 - ext4 /dev/vda rw
30 23 254:1 / /usr rw,nodev,relatime shared:2 - ext4 /dev/vdb rw
31 30 0:40 / /usr/local rw,noexec,nosuid - tmpfs none rw
32 23 0:41 / /etc/my\\040ssl ro,nodiratime - tmpfs none rw
33 23 254:2 / /usr ro,relatime shared:3 - ext4 /dev/vdc rw
`;

describe('flags of a read-only bind', () => {
  const mounts = parseMountInfo(TABLE);
  it.each([
    ['/bin', 'ro,nosuid,nodev,noatime'],
    ['/usr', 'ro,nosuid,nodev,relatime'],
    ['/usr/local/bin', 'ro,nosuid,nodev,noexec'],
    ['/etc/my ssl', 'ro,nosuid,nodev,nodiratime'],
    ['/usrlocal', 'ro,nosuid,nodev,noatime'],
  ])('of %s keep what the host has locked: %s', (path, flags) => {
    expect(readOnlyFlags(path, mounts)).toBe(flags);
  });
});
