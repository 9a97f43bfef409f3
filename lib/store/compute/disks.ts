import { keys } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/platform/read.ts';
import { directoryOf, type HostEntry } from './hosts.ts';
import type { InstanceRecord } from './instances.ts';
import type { SnapshotRecord } from './snapshots.ts';
import type { VolumeRecord } from './volumes.ts';

interface Wanted {
  instance?: string | undefined;
  volume?: string | undefined;
  snapshot?: string | undefined;
}

/** What an operation on a disk is about, and the hosts, in one strong read. */
export async function readDisks(account: string, wanted: Wanted) {
  const nouns = (['instance', 'volume', 'snapshot'] as const).filter((noun) => wanted[noun] !== undefined);
  const [directory, ...records] = await batchGet([
    keys.hosts(),
    ...nouns.map((noun) => keys.listed(account, noun, wanted[noun] as string)),
  ]);
  const found = Object.fromEntries(nouns.map((noun, at) => [noun, records[at]]));
  return { ...found, hosts: directoryOf(directory) } as {
    instance?: InstanceRecord;
    volume?: VolumeRecord;
    snapshot?: SnapshotRecord;
    hosts: HostEntry[];
  };
}
