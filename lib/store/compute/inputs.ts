import { keys } from '#lib/store/keys.ts';
import type { Listed } from '#lib/store/platform/nouns.ts';
import { batchGet } from '#lib/store/platform/read.ts';
import { type Catalog, catalogOf } from './directory.ts';
import type { ElasticIpRecord } from './elastic-ips.ts';
import type { InstanceRecord } from './instances.ts';
import type { SnapshotRecord } from './snapshots.ts';
import type { SshKeyRecord } from './ssh-keys.ts';
import type { VolumeRecord } from './volumes.ts';
import type { VpcRecord } from './vpcs.ts';

/** The ids of what a launch refers to, by noun; undefined where it names none. */
interface LaunchReferences {
  vpc: string;
  'ssh-key': string | undefined;
  'elastic-ip': string | undefined;
  snapshot: string | undefined;
}

/** What a launch refers to, and the catalog of hosts, in one strong read. */
export async function readLaunchInputs(account: string, references: LaunchReferences) {
  const named = (Object.entries(references) as [Listed, string | undefined][]).flatMap(([noun, id]) =>
    id === undefined ? [] : [{ noun, key: keys.listed(account, noun, id) }],
  );
  const [catalog, ...items] = await batchGet([keys.catalog(), ...named.map(({ key }) => key)]);
  const found = Object.fromEntries(named.map(({ noun }, i) => [noun, items[i]]));
  return {
    vpc: found.vpc as VpcRecord | undefined,
    sshKey: found['ssh-key'] as SshKeyRecord | undefined,
    elasticIp: found['elastic-ip'] as ElasticIpRecord | undefined,
    snapshot: found.snapshot as SnapshotRecord | undefined,
    catalog: catalogOf(catalog),
  };
}

interface DiskReferences {
  vpc?: string | undefined;
  instance?: string | undefined;
  volume?: string | undefined;
  snapshot?: string | undefined;
}

/** What an operation on a disk refers to, and the catalog of hosts, in one strong read. */
export async function readDisks(account: string, references: DiskReferences) {
  const nouns = (['vpc', 'instance', 'volume', 'snapshot'] as const).filter((noun) => references[noun] !== undefined);
  const [catalog, ...records] = await batchGet([
    keys.catalog(),
    ...nouns.map((noun) => keys.listed(account, noun, references[noun] as string)),
  ]);
  const found = Object.fromEntries(nouns.map((noun, at) => [noun, records[at]]));
  return { ...found, catalog: catalogOf(catalog) } as {
    vpc?: VpcRecord;
    instance?: InstanceRecord;
    volume?: VolumeRecord;
    snapshot?: SnapshotRecord;
    catalog: Catalog;
  };
}
