import { meteredImage, remetered, unmetered } from '#lib/domain/billing/metering/marks.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { diskAccounts } from '#lib/store/compute/host-accounts.ts';
import { instancesOf } from '#lib/store/compute/host-machines.ts';
import { changeImage, getImage, type ImageRecord, imagesOn } from '#lib/store/compute/images.ts';
import { getInstance } from '#lib/store/compute/instances.ts';
import { changeSnapshot, getSnapshot, type SnapshotRecord, snapshotsOn } from '#lib/store/compute/snapshots.ts';
import { changeVolume, getVolume, type VolumeRecord, volumesOn } from '#lib/store/compute/volumes.ts';
import { transact } from '#lib/store/platform/write.ts';

/** An account's volumes, snapshots and images on a host. */
export interface Disks {
  host: string;
  volumes: VolumeRecord[];
  snapshots: SnapshotRecord[];
  images: ImageRecord[];
}

const reason = 'host lost';

/** The volumes, snapshots and images on a host's disks, account by account. */
export async function* disksOn(host: string): AsyncGenerator<Disks> {
  const accounts = new Set<string>();
  for await (const { account_id } of diskAccounts(host)) accounts.add(account_id);
  // Before release 0.2 the accounts with disks on a host were not recorded.
  for await (const { account_id } of instancesOf(host)) accounts.add(account_id);
  for (const account of accounts) {
    const [volumes, snapshots, images] = await Promise.all([
      volumesOn(account, host),
      snapshotsOn(account, host),
      imagesOn(account, host),
    ]);
    if (volumes.length + snapshots.length + images.length > 0) yield { host, volumes, snapshots, images };
  }
}

/** Sets the disks of a lost host in error. Returns how many of them an operation still holds. */
export async function loseDisks({ volumes, snapshots, images }: Disks, seen: string): Promise<number> {
  const done = [
    ...(await Promise.all(volumes.map((volume) => loseVolume(volume, seen)))),
    ...(await Promise.all(snapshots.map((snapshot) => loseSnapshot(snapshot, seen)))),
    ...(await Promise.all(images.map((image) => loseImage(image, seen)))),
  ];
  return done.filter((isDone) => !isDone).length;
}

/** Makes the disks of a host that has come back available, or in use, again. */
export async function returnDisks({ volumes, snapshots, images }: Disks): Promise<void> {
  await Promise.all([...volumes.map(returnVolume), ...snapshots.map(returnSnapshot), ...images.map(returnImage)]);
}

const loseVolume = ({ account_id, id }: VolumeRecord, seen: string): Promise<boolean> =>
  retryOnConflict(async () => {
    const record = await getVolume(account_id, id);
    if (record?.operation) return false;
    if (!record || record.lost || record.status === 'error') return true;
    const status = { status: 'error', status_reason: reason, lost: true } as const;
    const next = { ...record, ...status, updated_at: rfc3339(civilNow()) };
    await transact([changeVolume(record, next), unmetered('volumes', record, seen)]);
    return true;
  });

const returnVolume = ({ account_id, id }: VolumeRecord): Promise<void> =>
  retryOnConflict(async () => {
    const record = await getVolume(account_id, id);
    if (!record?.lost || record.operation) return;
    const { lost: _, ...kept } = record;
    const instance = record.instance_id === null ? undefined : await getInstance(account_id, record.instance_id);
    const isUsed = instance?.volume_ids.includes(id) === true && instance.status !== 'terminated';
    const free = isUsed ? {} : { instance_id: null, device: null };
    const updated_at = rfc3339(civilNow());
    const status = isUsed ? 'in-use' : 'available';
    const next: VolumeRecord = { ...kept, ...free, status, status_reason: null, updated_at };
    await transact([changeVolume(record, next), remetered('volumes', record, next, updated_at)]);
  });

const loseSnapshot = ({ account_id, id }: SnapshotRecord, seen: string): Promise<boolean> =>
  retryOnConflict(async () => {
    const record = await getSnapshot(account_id, id);
    if (record?.operation) return false;
    if (!record || record.lost || record.status === 'error') return true;
    const status = { status: 'error', status_reason: reason, lost: true } as const;
    const next = { ...record, ...status, updated_at: rfc3339(civilNow()) };
    await transact([changeSnapshot(record, next), unmetered('snapshots', record, seen)]);
    return true;
  });

const returnSnapshot = ({ account_id, id }: SnapshotRecord): Promise<void> =>
  retryOnConflict(async () => {
    const record = await getSnapshot(account_id, id);
    if (!record?.lost || record.operation) return;
    const { lost: _, ...kept } = record;
    const updated_at = rfc3339(civilNow());
    const next: SnapshotRecord = { ...kept, status: 'available', status_reason: null, updated_at };
    await transact([changeSnapshot(record, next), remetered('snapshots', record, next, updated_at)]);
  });

const loseImage = ({ account_id, id }: ImageRecord, seen: string): Promise<boolean> =>
  retryOnConflict(async () => {
    const record = await getImage(account_id, id);
    if (record?.operation) return false;
    if (!record || record.lost || record.status === 'error') return true;
    const status = { status: 'error', status_reason: reason, lost: true } as const;
    const next = { ...record, ...status, updated_at: rfc3339(civilNow()) };
    await transact([changeImage(record, next), meteredImage(record, 0, seen)]);
    return true;
  });

const returnImage = ({ account_id, id }: ImageRecord): Promise<void> =>
  retryOnConflict(async () => {
    const record = await getImage(account_id, id);
    if (!record?.lost || record.operation) return;
    const { lost: _, ...kept } = record;
    const updated_at = rfc3339(civilNow());
    const next: ImageRecord = { ...kept, status: 'available', status_reason: null, updated_at };
    await transact([changeImage(record, next), meteredImage(record, record.price_paise, updated_at)]);
  });
