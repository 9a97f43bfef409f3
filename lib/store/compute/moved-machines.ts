import { keys } from '#lib/store/keys.ts';
import { queryAll } from '#lib/store/platform/read.ts';
import { put, remove, type Write } from '#lib/store/platform/write.ts';

/* Machines that have gone on to another host of the same disks: the one before lets go of them, and leaves the disk. */

/** Notes that a machine goes on from one host to another. */
export const noteMoved = (instance_id: string, { from, to }: { from: string; to: string }): Write[] => [
  put({ ...keys.movedMachine(from, instance_id), instance_id }),
  remove(keys.movedMachine(to, instance_id)),
];

/** The machines that have gone on from a host and did not come back to it. */
export async function movedFrom(host: string): Promise<string[]> {
  const { pk, sk } = keys.movedMachine(host, '');
  return (await queryAll({ pk, begins: sk })).map(({ instance_id }) => instance_id);
}
