import { keys, openJobs } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { get, query } from '#lib/store/platform/read.ts';
import { create, put, require, transact, update, type Write } from '#lib/store/platform/write.ts';
import { requireEpoch } from './hosts.ts';
import { subjectKey } from './subjects.ts';

export type JobKind =
  | 'create'
  | 'start'
  | 'stop'
  | 'reboot'
  | 'destroy'
  | 'configure'
  | 'create_volume'
  | 'grow_volume'
  | 'delete_volume'
  | 'attach_volume'
  | 'detach_volume'
  | 'create_snapshot'
  | 'restore_snapshot'
  | 'delete_snapshot';

/** What a host is asked to do for one instance, volume or snapshot, on behalf of one step of one workflow. */
export interface JobRecord {
  host_id: string;
  operation: string;
  step: string;
  kind: JobKind;
  account_id: string;
  /** The id of the instance, volume or snapshot that the job concerns. */
  instance_id: string;
  /** The Step Functions task token with which the job is answered. */
  token: string;
  state: 'queued' | 'taken' | 'done';
  /** The epoch of the agent that took it. */
  epoch: number;
  options: Record<string, unknown>;
  outcome: JobOutcome | null;
  created_at: string;
  ttl: number;
}

export type JobOutcome = { ok: true; result: Record<string, unknown> } | { ok: false; error: string; cause: string };

const keyOf = (job: Pick<JobRecord, 'host_id' | 'operation' | 'step'>) =>
  keys.job(job.host_id, job.operation, job.step);
const open = (job: Pick<JobRecord, 'host_id' | 'created_at' | 'operation'>) => ({
  gsi1pk: openJobs(job.host_id),
  gsi1sk: `${job.created_at}#${job.operation}`,
});

/** The write that queues a job. The same step of the same operation replaces the token and queues the job again. */
export async function putQueuedJob(job: JobRecord): Promise<Write> {
  const known = await get<JobRecord>(keyOf(job));
  return known
    ? update(keyOf(job), { set: { token: job.token, state: 'queued', ...open(job) } })
    : create({ ...keyOf(job), ...open(job), ...job });
}

/** Queues a job without a workflow. It replaces a job of the same step. */
export const putJob = (job: JobRecord): Write => put({ ...keyOf(job), ...open(job), ...job });

/** A job, also one that is done. */
export const getJob = (host_id: string, operation: string, step: string) =>
  get<JobRecord>(keyOf({ host_id, operation, step }));

/** The open jobs of a host, oldest first. */
export async function openJobsOf(host: string): Promise<JobRecord[]> {
  return (await query<JobRecord>({ pk: openJobs(host), index: 'gsi1' })).items;
}

const neverMoot: readonly JobRecord['kind'][] = ['destroy', 'configure'];

/** The outcome of an attempt to take a job; `moot` where its operation no longer holds its subject. */
export type Taking = 'taken' | 'lost' | 'moot';

/**
 * Takes a job for an agent's epoch: one that is queued, or that an earlier epoch took and did not finish. It is lost
 * where it was finished meanwhile or a newer agent has started. Destroying is never moot, since it also removes what a
 * settled termination left behind; configuring has no operation.
 */
export async function takeJob(job: JobRecord, epoch: number): Promise<Taking> {
  const lost = () => new Lost('lost');
  const open: Clause = { any: [[['state', '=', 'queued']], [['state', '=', 'taken']]] };
  const take = [
    requireEpoch(job.host_id, epoch, lost),
    update(keyOf(job), { set: { state: 'taken', epoch } }, [open, ['epoch', '<=', epoch]], lost),
  ];
  const subject = subjectKey(job.account_id, job.instance_id);
  const held = require(subject, [['operation.id', '=', job.operation]], () => new Lost('moot'));
  try {
    await transact(neverMoot.includes(job.kind) ? take : [...take, held]);
    return 'taken';
  } catch (error) {
    if (error instanceof Lost) return error.why;
    throw error;
  }
}

/** Stores the outcome of a job, before the workflow is told. */
export async function storeOutcome(job: JobRecord, epoch: number, outcome: JobOutcome): Promise<void> {
  await transact([update(keyOf(job), { set: { outcome } }, [['epoch', '=', epoch]])]);
}

/** Closes a job whose workflow was answered with this token. A newer token keeps it open. */
export async function closeJob(job: JobRecord): Promise<void> {
  const lost = () => new Lost('lost');
  const close = update(
    keyOf(job),
    { set: { state: 'done' }, remove: ['gsi1pk', 'gsi1sk'] },
    [['token', '=', job.token]],
    lost,
  );
  await transact([close]).catch((error) => {
    if (!(error instanceof Lost)) throw error;
  });
}

class Lost extends Error {
  readonly why: Exclude<Taking, 'taken'>;
  constructor(why: Exclude<Taking, 'taken'>) {
    super(why);
    this.why = why;
  }
}
