import { keys } from '#lib/store/keys.ts';
import type { Listed } from '#lib/store/platform/nouns.ts';
import { batchGet } from '#lib/store/platform/read.ts';
import type { ElasticIpRecord } from './elastic-ips.ts';
import { directoryOf, type HostEntry } from './hosts.ts';
import type { SnapshotRecord } from './snapshots.ts';
import type { SshKeyRecord } from './ssh-keys.ts';
import type { VpcRecord } from './vpcs.ts';

/** What a launch refers to, by noun; undefined for what it does without. */
interface Wanted {
  vpc: string;
  'ssh-key': string | undefined;
  'elastic-ip': string | undefined;
  snapshot: string | undefined;
}

/** What a launch refers to, in one strong read. */
export async function readLaunchInputs(account: string, wanted: Wanted) {
  const named = (Object.entries(wanted) as [Listed, string | undefined][]).flatMap(([noun, id]) =>
    id === undefined ? [] : [{ noun, key: keys.listed(account, noun, id) }],
  );
  const [directory, ...items] = await batchGet([keys.hosts(), ...named.map(({ key }) => key)]);
  const found = Object.fromEntries(named.map(({ noun }, i) => [noun, items[i]]));
  return {
    vpc: found.vpc as VpcRecord | undefined,
    sshKey: found['ssh-key'] as SshKeyRecord | undefined,
    elasticIp: found['elastic-ip'] as ElasticIpRecord | undefined,
    snapshot: found.snapshot as SnapshotRecord | undefined,
    hosts: directoryOf(directory) as HostEntry[],
  };
}
