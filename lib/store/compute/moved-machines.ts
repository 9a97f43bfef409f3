import { keys } from '#lib/store/keys.ts';
import { queryAll } from '#lib/store/platform/read.ts';
import { put, remove, type Write } from '#lib/store/platform/write.ts';

/* Machines that have moved to another host of the same disks. The previous host releases them and leaves the disk. */

/** Records that a machine moves from one host to another. */
export const noteMoved = (instance_id: string, { from, to }: { from: string; to: string }): Write[] => [
  put({ ...keys.movedMachine(from, instance_id), instance_id }),
  remove(keys.movedMachine(to, instance_id)),
];

/** The machines that have moved away from a host and have not come back. */
export async function movedFrom(host: string): Promise<string[]> {
  const { pk, sk } = keys.movedMachine(host, '');
  return (await queryAll({ pk, begins: sk })).map(({ instance_id }) => instance_id);
}
