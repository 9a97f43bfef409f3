import { directoryOf, type HostEntry } from './hosts.ts';
import { keys } from './keys.ts';
import { batchGet } from './read.ts';
import type { SshKeyRecord } from './ssh-keys.ts';
import type { VpcRecord } from './vpcs.ts';

/** What a launch refers to, in one strong read. */
export async function readLaunchInputs(account: string, wanted: { vpc: string; sshKey: string | undefined }) {
  const [vpc, directory, sshKey] = await batchGet([
    keys.listed(account, 'vpc', wanted.vpc),
    keys.hosts(),
    ...(wanted.sshKey !== undefined ? [keys.listed(account, 'ssh-key', wanted.sshKey)] : []),
  ]);
  return {
    vpc: vpc as VpcRecord | undefined,
    sshKey: sshKey as SshKeyRecord | undefined,
    hosts: directoryOf(directory) as HostEntry[],
  };
}
