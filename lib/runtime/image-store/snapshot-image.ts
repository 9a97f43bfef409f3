import { randomUUID } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { copyTree } from '#lib/runtime/disks/copy-tree.ts';
import type { SnapshotRecord } from '#lib/runtime/disks/snapshots.ts';
import { DriverError } from '#lib/runtime/driver.ts';
import type { PullProgress } from '#lib/runtime/driver-images.ts';
import { layersOf } from '#lib/runtime/machines/root.ts';
import { removeFolder, TRASH } from '#lib/runtime/system/files.ts';
import { AS_LONG_AS_IT_MOVES, reasonOf, run } from '#lib/runtime/system/run.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';
import { settle } from './pull/layer.ts';
import { architecture } from './pull/manifest.ts';
import type { Pulled } from './pull/order.ts';

/** A snapshot's record, and the folder of its disk. ABSENT. */
export type SnapshotRecordOf = (id: string) => Promise<{ readonly record: SnapshotRecord; readonly disk: string }>;

/** The digest of a tar of a folder that is the same for the same files. */
const DIGEST = `set -o pipefail 2>/dev/null
tar --create --sort=name --numeric-owner --xattrs --format=posix --pax-option=delete=atime,delete=ctime -C "$1" . | sha256sum`;

interface Following {
  readonly signal: AbortSignal;
  readonly onPull: (progress: PullProgress) => void;
}

/** Makes a layer of what a snapshot's disk holds, over the layers below that disk. ABSENT, INVALID, FAILED, ABORTED. */
export async function layersOfSnapshot(
  id: string,
  { images, snapshot }: { readonly images: string; readonly snapshot: SnapshotRecordOf },
  { signal, onPull }: Following,
): Promise<Pulled & { readonly user: string }> {
  const { record, disk } = await snapshot(id);
  if (record.root === undefined)
    throw new DriverError('INVALID', `snapshot ${id} is of a machine with one user, of which no image can be made`);
  const draft = join(images, `${randomUUID()}${TRASH}`);
  try {
    await mkdir(draft, { mode: 0o755 });
    const onProgress = (percent: number) =>
      onPull({ step: 'unpacking', done_bytes: (record.size_bytes * percent) / 100, total_bytes: record.size_bytes });
    const size_bytes = await copyTree({ from: join(disk, 'upper'), to: draft, live: false, signal, onProgress });
    const name = await digestOf(draft, signal);
    await settle(draft, join(images, name));
    const below = layersOf(record.root).map((layer) => ({ name: layer, size_bytes: 0 }));
    const layers = [{ name, size_bytes }, ...below].reverse();
    const config = { architecture, env: [], working_dir: '', user: '', entrypoint: [], cmd: [] };
    return { digest: `sha256:${name}`, config, layers, blobs: layers.map(() => null), user: record.user };
  } finally {
    await removeFolder(draft);
  }
}

async function digestOf(folder: string, signal: AbortSignal): Promise<string> {
  const launch = { file: 'bash', args: ['-c', DIGEST, 'bash', folder], env: HOST_ENV, cwd: '/' };
  const verdict = await run(launch, { signal, bounds: AS_LONG_AS_IT_MOVES });
  const [digest = ''] = verdict.stdout.split(' ');
  if (verdict.code !== 0 || !/^[0-9a-f]{64}$/.test(digest))
    throw new DriverError('FAILED', `the snapshot could not become an image: ${reasonOf(verdict)}`);
  return digest;
}
