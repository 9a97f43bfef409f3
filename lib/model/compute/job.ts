import * as z from 'zod';
import { filesystems } from './volume.ts';

/** The outcome of a job: the driver's result, or the code of its failure and a sentence about it. */
const outcome = z.discriminatedUnion('ok', [
  z.object({ ok: z.literal(true), result: z.record(z.string(), z.unknown()) }),
  z.object({ ok: z.literal(false), error: z.string(), cause: z.string() }),
]);
export type JobOutcome = z.infer<typeof outcome>;

/** The identity of a job, and the task token of the workflow that waits for it. */
const ticket = { host_id: z.string(), operation: z.string(), step: z.string(), token: z.string() };

/** The identity and token of a job, which are readable even if the rest of the job is not. */
export const jobTicket = z.object(ticket);
export type JobTicket = z.infer<typeof jobTicket>;

const envelope = {
  ...ticket,
  account_id: z.string(),
  state: z.enum(['queued', 'taken', 'done']),
  /** The epoch of the agent that took it; 0 before. */
  epoch: z.int(),
  outcome: outcome.nullable(),
  created_at: z.string(),
  /** Unix seconds after which the table may delete it. */
  ttl: z.int(),
};

const instance = { instance_id: z.string().startsWith('i-') };
const volume = { volume_id: z.string().startsWith('vol-') };
const snapshot = { snapshot_id: z.string().startsWith('snap-') };
const image = { image_id: z.string().startsWith('img-') };
/**
 * An image of the catalog, or an own image that another host has, and who has asked for it: the instance that is
 * launched, or the host's copy itself.
 */
const catalogImage = { instance_id: z.string().regex(/^(i|copy)-/), image_id: z.string().regex(/^[a-z0-9.-]{1,64}$/) };
const size = { size_gib: z.int().min(1) };

/** Where a host gets an image: by a reference, by a URL that was signed for it, or from a snapshot that it has. */
const imageFrom = z.union([
  z.object({ registry: z.string() }),
  z.object({ archive: z.object({ url: z.string() }) }),
  z.object({ snapshot_id: z.string() }),
]);
export type ImageFrom = z.infer<typeof imageFrom>;

/** A file in place of an image's registry: by a URL that was signed for the host, or by a path on a laptop. */
const fileFrom = z.object({ archive: z.union([z.object({ url: z.string() }), z.object({ path: z.string() })]) });
export type FileFrom = z.infer<typeof fileFrom>;

/** How a machine is ended: how long it may take to shut down, in milliseconds, and whether its power is cut at once. */
const ending = { grace_ms: z.number().min(0).default(0), force: z.boolean().default(false) };

/** Every kind of job, each with the common fields of `envelope`. */
function jobsWith<Envelope extends z.core.$ZodLooseShape>(envelope: Envelope) {
  const of = <Kind extends string, Facts extends z.core.$ZodLooseShape>(kind: Kind, facts: Facts) =>
    z.object({ ...envelope, kind: z.literal(kind), ...facts });
  /** Jobs on machines. */
  const machine = z.discriminatedUnion('kind', [
    of('create', instance),
    of('start', instance),
    of('stop', { ...instance, ...ending }),
    of('reboot', { ...instance, ...ending }),
    of('destroy', instance),
  ]);
  /** Jobs on volumes, snapshots and images. Those with an `instance_id` also concern a machine. */
  const disk = z.discriminatedUnion('kind', [
    of('create_volume', { ...volume, ...size, filesystem: z.enum(filesystems) }),
    of('grow_volume', { ...volume, ...size }),
    of('delete_volume', volume),
    of('attach_volume', { ...instance, ...volume, mount_path: z.string() }),
    of('detach_volume', { ...instance, ...volume, force: z.boolean().default(false) }),
    of('create_snapshot', { ...instance, ...snapshot }),
    of('restore_snapshot', { ...instance, ...snapshot, start: z.boolean().default(false) }),
    of('delete_snapshot', snapshot),
    of('convert_disk', instance),
    of('create_image', { ...image, source: imageFrom }),
    of('delete_image', image),
    of('pull_image', { ...catalogImage, file: fileFrom.exactOptional(), registry: z.string().exactOptional() }),
    of('remove_image', catalogImage),
  ]);
  /** Applies the stored keys, firewall and addresses to a machine. No workflow waits for it. */
  const configure = of('configure', instance);
  return { machine, disk, configure, any: z.discriminatedUnion('kind', [machine, disk, configure]) };
}

const stored = jobsWith(envelope);

/** A request to a host for one instance, volume, snapshot or image: its kind, with the facts that this kind needs. */
export const job = stored.any;
export type Job = z.infer<typeof job>;
export type JobKind = Job['kind'];

const shown = jobsWith({
  operation: z.string(),
  step: z.string(),
  /** Identifies this request for the job. A repeated request has another one. */
  turn: z.string(),
  created_at: z.string(),
});

/** A job as its host sees it, without the token, which stays with the control plane. */
export const hostJob = shown.any;
export type HostJob = z.infer<typeof hostJob>;

export type MachineJob = z.infer<typeof shown.machine>;
export type DiskJob = z.infer<typeof shown.disk>;
export type ConfigureJob = z.infer<typeof shown.configure>;

/** Every kind of job. */
export const jobKinds: readonly JobKind[] = hostJob.options.flatMap((one) =>
  'options' in one ? one.options.map(({ shape }) => shape.kind.value) : [one.shape.kind.value],
);

/** The job of one kind. */
export type JobOf<Kind extends JobKind> = Extract<Job, { kind: Kind }>;

/** The fields of a job of one kind besides those that every job has. */
export type JobFacts<Kind extends JobKind> = Omit<JobOf<Kind>, keyof typeof envelope | 'kind'>;

const removals: ReadonlySet<JobKind> = new Set([
  'destroy',
  'delete_volume',
  'delete_snapshot',
  'delete_image',
  'remove_image',
  'detach_volume',
]);

/** Whether a job removes something, so that it counts as done if its host is lost. */
export const isRemoval = (kind: JobKind): boolean => removals.has(kind);

/**
 * The ids that a job concerns: its instance, volume, snapshot and image, if it has them. The one that holds its
 * operation comes first.
 */
export function touchedBy(one: Job | HostJob): [string, ...string[]] {
  const ids = [
    'instance_id' in one && one.instance_id,
    'volume_id' in one && one.volume_id,
    'snapshot_id' in one && one.snapshot_id,
    'image_id' in one && one.image_id,
    one.kind === 'create_image' && 'snapshot_id' in one.source && one.source.snapshot_id,
  ].filter((id) => id !== false);
  return ids as [string, ...string[]];
}
