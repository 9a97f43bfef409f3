import {
  type Job,
  type JobKind,
  type JobOutcome,
  type JobTicket,
  job,
  jobTicket,
  touchedBy,
} from '#lib/model/compute/job.ts';
import type { Stored } from '#lib/store/entity.ts';
import { openJobs } from '#lib/store/indexes.ts';
import { type Key, keys } from '#lib/store/keys.ts';
import type { Clause } from '#lib/store/platform/expressions.ts';
import { get, manyOf, query } from '#lib/store/platform/read.ts';
import { create, put, require, transact, update, type Write } from '#lib/store/platform/write.ts';
import { requireEpoch } from './hosts.ts';
import { copyKey } from './image-copies.ts';
import type { storedJob } from './jobs.entity.ts';

const keyOf = (one: Pick<JobTicket, 'host_id' | 'operation' | 'step'>) =>
  keys.job(one.host_id, one.operation, one.step);
const open = (one: Pick<Job, 'host_id' | 'created_at' | 'operation'>) => ({
  gsi1pk: openJobs(one.host_id),
  gsi1sk: `${one.created_at}#${one.operation}`,
});

/** The write that queues a job. The same step of the same operation replaces the token and queues the job again. */
export async function putQueuedJob(one: Job): Promise<Write> {
  const known = await get(keyOf(one));
  return known
    ? update(keyOf(one), { set: { token: one.token, state: 'queued', ...open(one) } })
    : create({ ...keyOf(one), ...open(one), ...one });
}

/** Queues a job without a workflow. It replaces a job of the same step. */
export const putJob = (one: Job): Write => put({ ...keyOf(one), ...open(one), ...one });

/**
 * Reads a stored job. Until release 0.1 the facts of a job were in `options`, and `instance_id` was the id of a volume
 * or snapshot where no instance was concerned; such a job is read in today's form.
 */
const read = ({ options, ...rest }: StoredJob) => job.safeParse({ ...options, ...rest });

type StoredJob = Stored<typeof storedJob>;

/** A job, even one that is done. Throws where it cannot be read. */
export async function getJob(host_id: string, operation: string, step: string): Promise<Job | undefined> {
  const stored = await get(keyOf({ host_id, operation, step }));
  if (!stored) return undefined;
  const { data, error } = read(stored);
  if (error) throw error;
  return data;
}

/** Those of these jobs of a host that are open, in the same order. What cannot be read counts as absent. */
export async function openAmong(
  host_id: string,
  names: readonly Pick<JobTicket, 'operation' | 'step'>[],
): Promise<(Job | undefined)[]> {
  const found = await manyOf(names.map((name) => keyOf({ host_id, ...name })));
  return found.map((stored) => (stored && stored.state !== 'done' ? read(stored).data : undefined));
}

/** A job that this version cannot read, with the reason. */
export interface UnreadableJob {
  ticket: JobTicket;
  reason: string;
}

/** The unfinished jobs of a host, oldest first, and those among them that cannot be read. */
export async function openJobsOf(host: string): Promise<{ jobs: Job[]; unreadable: UnreadableJob[] }> {
  const { items } = await query({ pk: openJobs(host), index: 'gsi1' });
  const found = items.map((stored) => ({ stored, ...read(stored) }));
  return {
    jobs: found.flatMap(({ data }) => data ?? []),
    unreadable: found.flatMap(({ stored, error }) =>
      error ? { ticket: jobTicket.parse(stored), reason: reasonOf(error) } : [],
    ),
  };
}

const reasonOf = ({ issues }: { issues: readonly { code: string; path: PropertyKey[]; message: string }[] }) =>
  issues
    .map(({ code, path, message }) => `${path.join('.')}: ${code === 'invalid_union' ? 'is not known' : message}`)
    .join('; ');

const neverSuperseded: readonly JobKind[] = [
  'destroy',
  'delete_volume',
  'delete_snapshot',
  'delete_image',
  'remove_image',
  'configure',
];

/** The outcome of an attempt to take a job; `superseded` where its operation no longer holds its subject. */
export type TakeResult = 'taken' | 'lost' | 'superseded';

/** The writes that take a job for an agent's epoch: a queued job, or one that an earlier epoch has taken. */
function takeWrites(ticket: JobTicket, epoch: number): Write[] {
  const lost = () => new Lost('lost');
  const free: Clause<StoredJob> = { any: [[['state', '=', 'queued']], [['state', '=', 'taken']]] };
  return [
    requireEpoch(ticket.host_id, epoch, lost),
    update(keyOf(ticket), { set: { state: 'taken', epoch } }, [free, ['epoch', '<=', epoch]], lost),
  ];
}

async function take(writes: Write[]): Promise<TakeResult> {
  try {
    await transact(writes);
    return 'taken';
  } catch (error) {
    if (error instanceof Lost) return error.why;
    throw error;
  }
}

/**
 * Takes a job for an agent's epoch. Lost where it has finished meanwhile or a newer agent has the host. A job that
 * destroys or deletes is never superseded, since the leftovers of a settled termination or deletion must be removed
 * too. Nor is one that configures, which belongs to no operation.
 */
export function takeJob(one: Job, epoch: number): Promise<TakeResult> {
  const writes = takeWrites(one, epoch);
  if (neverSuperseded.includes(one.kind)) return take(writes);
  const [subject] = touchedBy(one);
  const held = require(subjectKey(one.account_id, subject), [['operation.id', '=', one.operation]], () =>
    new Lost('superseded'));
  return take([...writes, held]);
}

/** Takes a job that cannot be read, to refuse it; false where a newer agent has the host. */
export const takeUnreadable = async (ticket: JobTicket, epoch: number): Promise<boolean> =>
  (await take(takeWrites(ticket, epoch))) === 'taken';

/** Stores the outcome of a job, before its workflow is answered. */
export async function storeOutcome(one: JobTicket, epoch: number, outcome: JobOutcome): Promise<void> {
  await transact([update(keyOf(one), { set: { outcome } }, [['epoch', '=', epoch]])]);
}

/** Closes a job whose workflow has been answered with this token. False where a newer token keeps it open. */
export async function closeJob(one: JobTicket): Promise<boolean> {
  const lost = () => new Lost('lost');
  const close = update(
    keyOf(one),
    { set: { state: 'done' }, remove: ['gsi1pk', 'gsi1sk'] },
    [['token', '=', one.token]],
    lost,
  );
  try {
    await transact([close]);
    return true;
  } catch (error) {
    if (error instanceof Lost) return false;
    throw error;
  }
}

class Lost extends Error {
  override readonly name = 'Lost';
  readonly why: Exclude<TakeResult, 'taken'>;
  constructor(why: Exclude<TakeResult, 'taken'>) {
    super(why);
    this.why = why;
  }
}

/** What an operation holds while it runs: an instance, a volume, a snapshot, an image or a host's copy of one. */
export interface Subject {
  id: string;
  name: string;
  host_id: string;
  operation: { id: string; kind: string } | null;
}

const nouns: Record<string, 'instance' | 'volume' | 'snapshot' | 'image'> = {
  i: 'instance',
  vol: 'volume',
  snap: 'snapshot',
  img: 'image',
};

/** The key of an instance, volume, snapshot, image or copy, by its id. */
export function subjectKey(account: string, id: string): Key<Subject> {
  const copy = copyKey(id);
  if (copy) return copy;
  const noun = nouns[id.slice(0, id.indexOf('-'))];
  if (!noun) throw new Error(`${id} is nothing that an operation could hold`);
  return keys.listed(account, noun, id);
}

/** Whether an operation can hold what has this id. */
export const isSubject = (id: string): boolean =>
  copyKey(id) !== undefined || nouns[id.slice(0, id.indexOf('-'))] !== undefined;

export const getSubject = (account: string, id: string) => get(subjectKey(account, id));
