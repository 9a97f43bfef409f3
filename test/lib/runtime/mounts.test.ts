import { expect, it } from 'vitest';
import { parseMountInfo } from '#lib/runtime/drivers/container/volumes.ts';

const TABLE = `23 1 254:0 / / rw,noatime shared:1 - ext4 /dev/vda rw
32 23 0:41 /volumes/one\\040two/data /mnt/my\\040data ro,nodiratime - tmpfs none rw
`;

it('reads what is mounted where, with blanks in the paths', () => {
  expect(parseMountInfo(TABLE)).toEqual([
    { root: '/', point: '/' },
    { root: '/volumes/one two/data', point: '/mnt/my data' },
  ]);
});
