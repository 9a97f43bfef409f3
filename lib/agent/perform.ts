import type { DiskJob, JobOutcome, MachineJob } from '#lib/model/compute/job.ts';
import { type ComputeDriver, DriverError } from '#lib/runtime/driver.ts';
import type { ImageDriver, ImageSource, PullOptions } from '#lib/runtime/driver-images.ts';
import { described } from './described.ts';
import type { HostLink } from './link/link.ts';

/** How the caller follows a job and aborts it. */
export interface Following {
  readonly signal: AbortSignal;
  readonly onProgress?: (percent: number) => void;
}

/** What does a job, and where it learns what the machine is to be. */
export interface Hands {
  readonly driver: ComputeDriver;
  readonly link: HostLink;
}

/**
 * Performs a job. A failure is an outcome too, under the driver's code. Rejects only when the agent itself has a fault.
 */
export async function perform(hands: Hands, job: MachineJob | DiskJob, following: Following): Promise<JobOutcome> {
  try {
    return { ok: true, result: { ...((await asked(hands, job, following)) as object | undefined) } };
  } catch (error) {
    if (!(error instanceof DriverError)) throw error;
    return { ok: false, error: error.code, cause: error.message };
  }
}

/**
 * Calls the driver for each kind of job; the driver's answer is the job's result. A kind without a case does not
 * compile.
 */
function asked(hands: Hands, job: MachineJob | DiskJob, following: Following): Promise<unknown> {
  const { driver, link } = hands;
  const { signal } = following;
  switch (job.kind) {
    case 'create':
      return described(link, job, (spec) => driver.create(spec, { signal }));
    case 'start':
      return described(link, job, (spec) => driver.start(spec, { signal }));
    case 'reboot':
      return described(link, job, (spec) => driver.reboot(spec, { grace_ms: job.grace_ms, force: job.force, signal }));
    case 'stop':
      return driver.stop(job.instance_id, { grace_ms: job.grace_ms, force: job.force, signal });
    case 'destroy':
      return driver.destroy(job.instance_id);
    default:
      return askedOfDisks(hands, job, following);
  }
}

function askedOfDisks({ driver, link }: Hands, job: DiskJob, following: Following): Promise<unknown> {
  const { signal } = following;
  switch (job.kind) {
    case 'create_volume': {
      const { volume_id: id, size_gib, filesystem } = job;
      return driver.createVolume({ id, size_gib, filesystem }, { signal });
    }
    case 'grow_volume':
      return driver.growVolume(job.volume_id, job.size_gib, { signal });
    case 'delete_volume':
      return driver.deleteVolume(job.volume_id, { signal });
    case 'attach_volume':
      return driver.attachVolume(job.instance_id, { id: job.volume_id, mount_path: job.mount_path }, { signal });
    case 'detach_volume':
      return driver.detachVolume(job.instance_id, job.volume_id, { force: job.force, signal });
    case 'create_snapshot':
      return driver.createSnapshot(job.instance_id, job.snapshot_id, following);
    case 'restore_snapshot':
      return described(link, job, (spec) =>
        driver.restoreSnapshot(spec, job.snapshot_id, { ...following, start: job.start }),
      );
    case 'convert_disk':
      return described(link, job, (spec) => driver.convertDisk(spec, { signal }));
    case 'delete_snapshot':
      return driver.deleteSnapshot(job.snapshot_id, { signal });
    case 'create_image':
      return imagesOf(driver).pull({ id: job.image_id, source: job.source }, pulling(following));
    case 'delete_image':
    case 'remove_image':
      return imagesOf(driver).remove(job.image_id);
    case 'pull_image':
      return imagesOf(driver).pull({ id: job.image_id, source: sourceOf(driver, job) }, pulling(following));
  }
}

/**
 * Where an image comes from: of an own image, the registry that the job names; of the catalog, a file, or the
 * registry that the host has for it.
 */
function sourceOf(driver: ComputeDriver, job: Extract<DiskJob, { kind: 'pull_image' }>): ImageSource {
  const { image_id, file, registry: named } = job;
  if (file) return file;
  if (named !== undefined) return { registry: named };
  const registry = driver.images().find(({ id }) => id === image_id)?.reference;
  if (!registry) throw new DriverError('INVALID', `image ${image_id} is in no registry`);
  return { registry, catalog: true };
}

function imagesOf({ imageStore, kind }: ComputeDriver): ImageDriver {
  if (!imageStore) throw new DriverError('UNSUPPORTED', `the driver ${kind} keeps no images`);
  return imageStore;
}

/** Follows a pull in percent; nothing is known where the size is not. */
const pulling = ({ signal, onProgress }: Following): PullOptions => ({
  signal,
  onProgress: ({ done_bytes, total_bytes }) => {
    if (total_bytes > 0) onProgress?.((100 * done_bytes) / total_bytes);
  },
});
