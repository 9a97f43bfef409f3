import { keys } from '#lib/store/keys.ts';
import { batchGet } from '#lib/store/platform/read.ts';
import { update, type Write } from '#lib/store/platform/write.ts';
import type { Listed } from '#lib/store/records.ts';
import { catalogOf } from './directory.ts';

/** The ids that a launch refers to, by noun; undefined for those that it does not name. */
interface LaunchReferences {
  vpc: string;
  'ssh-key': string | undefined;
  'elastic-ip': string | undefined;
  snapshot: string | undefined;
  image: string | undefined;
}

/** What a launch refers to, and the catalog of hosts, in one strong read. */
export async function readLaunchInputs(account: string, references: LaunchReferences) {
  const [catalog, vpc, sshKey, elasticIp, snapshot, image] = await batchGet([
    keys.catalog(),
    keys.listed(account, 'vpc', references.vpc),
    keyOf(account, 'ssh-key', references['ssh-key']),
    keyOf(account, 'elastic-ip', references['elastic-ip']),
    keyOf(account, 'snapshot', references.snapshot),
    keyOf(account, 'image', references.image),
  ]);
  return { vpc, sshKey, elasticIp, snapshot, image, catalog: catalogOf(catalog) };
}

/** Notes that something new uses an image. Stale unless it is available; a deletion that began before is then stale. */
export const useImage = (account: string, id: string): Write =>
  update(keys.listed(account, 'image', id), { add: { uses: 1 } }, [['status', '=', 'available']]);

interface DiskReferences {
  vpc?: string | undefined;
  instance?: string | undefined;
  volume?: string | undefined;
  snapshot?: string | undefined;
}

/** What an operation on a disk refers to, and the catalog of hosts, in one strong read. */
export async function readDisks(account: string, references: DiskReferences) {
  const [catalog, vpc, instance, volume, snapshot] = await batchGet([
    keys.catalog(),
    keyOf(account, 'vpc', references.vpc),
    keyOf(account, 'instance', references.instance),
    keyOf(account, 'volume', references.volume),
    keyOf(account, 'snapshot', references.snapshot),
  ]);
  return { vpc, instance, volume, snapshot, catalog: catalogOf(catalog) };
}

const keyOf = <N extends Listed>(account: string, noun: N, id: string | undefined) =>
  id === undefined ? undefined : keys.listed(account, noun, id);
