import { settleConfiguration } from '#lib/domain/compute/jobs/describe.ts';
import { namesOf } from '#lib/domain/compute/jobs/names.ts';
import { reportProgress, reportsProgress } from '#lib/domain/compute/jobs/progress.ts';
import { answer, beat, close, finish, openJobs, openOf, refuse, take } from '#lib/domain/compute/jobs/work.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import type { HostAsked, HostReply } from '#lib/model/compute/host-api.ts';
import { type HostJob, hostJob, type Job, type JobOutcome, touchedBy } from '#lib/model/compute/job.ts';
import { jobResults } from '#lib/model/compute/job-results.ts';
import { ApiError, invalidFields, notFound } from '#lib/model/platform/errors.ts';
import { getJob } from '#lib/store/compute/jobs.ts';
import type { Host } from './authenticate.ts';

/** The identity of a host's job in a path. */
export interface JobName {
  readonly operation: string;
  readonly step: string;
}

/**
 * The open jobs of a host, oldest first. Jobs that this version cannot read, and kinds that the agent does not support,
 * are refused, so that their workflows need not wait. The reply contains the reason.
 */
export async function listHostJobs(host: Host): Promise<HostReply<'listHostJobs'>> {
  const { jobs, unreadable } = await openJobs(host.host_id);
  const known = new Set<string>(host.job_kinds);
  const unknown = jobs
    .filter(({ kind }) => !known.has(kind))
    .map((job) => ({ ticket: job, reason: `host ${host.host_id} does not know jobs of kind ${job.kind}` }));
  const refused = [...unreadable, ...unknown];
  for (const one of refused) await refuse(one, host.epoch);
  return {
    jobs: jobs.filter(({ kind }) => known.has(kind)).map(shown),
    refused: refused.map(({ ticket: { operation, step }, reason }) => ({ operation, step, reason })),
  };
}

/**
 * Takes a job for this start of the host's agent. If it already has an outcome from this epoch, the workflow gets that
 * instead. 404 for a job that this host does not have; 409 job_lost where it has finished meanwhile, and job_moot where
 * its operation no longer holds its subject.
 */
export async function takeHostJob(
  host: Host,
  name: JobName,
  { names = false }: HostAsked<'takeHostJob'>,
): Promise<HostReply<'takeHostJob'>> {
  const job = await jobOf(host, name);
  const taking = await take(job, host.epoch);
  if (taking === 'lost') throw lost(name);
  if (taking === 'superseded') throw new ApiError('job_moot', `operation ${name.operation} was superseded`);
  // An outcome of an earlier epoch is not sent again: the machine went down with that agent.
  const answered = job.kind !== 'configure' && job.outcome?.ok === true && job.epoch === host.epoch;
  if (answered && job.outcome) await answer(job, job.outcome);
  return { job: shown(job), answered, names: names ? await namesOf(job.account_id, touchedBy(job)) : [] };
}

/** Records the progress of a job. 404 for a job that this host does not have. */
export async function reportJobProgress(
  host: Host,
  name: JobName,
  { percent }: HostAsked<'reportJobProgress'>,
): Promise<Record<string, never>> {
  const job = await jobOf(host, name);
  if (!reportsProgress(job)) throw new ApiError('validation_failed', `jobs of kind ${job.kind} have no progress`);
  await reportProgress(job, percent);
  return {};
}

/**
 * Finishes a job of this start of the host's agent. 404 for a job that this host does not have, 400 for a result that
 * does not fit its kind, 409 job_lost where another start has taken it.
 */
export async function reportJobResult(
  host: Host,
  name: JobName,
  { turn, outcome }: HostAsked<'reportJobResult'>,
): Promise<HostReply<'reportJobResult'>> {
  const job = await jobOf(host, name);
  const checked = outcomeOf(job, outcome);
  if (job.kind === 'configure') return { closed: await settleConfigured(job, turn, checked) };
  if (job.epoch !== host.epoch) throw lost(name);
  return { closed: await finish(job, host.epoch, checked) };
}

/** Keeps the workflows alive that wait for these jobs. Returns the jobs for which no workflow waits any more. */
export async function keepJobsAlive(host: Host, names: readonly JobName[]): Promise<JobName[]> {
  // A job that was put again has another token, which an index shows late.
  const jobs = await openOf(host.host_id, names);
  // An engine that does not answer says nothing about the workflow.
  const waitedFor = await Promise.all(jobs.map(async (job) => job !== undefined && beat(job).catch(() => true)));
  return names.filter((_, at) => !waitedFor[at]);
}

/** If a configure job was queued again meanwhile, it stays open and is done again. */
async function settleConfigured(job: Job & { kind: 'configure' }, turn: string, outcome: JobOutcome): Promise<boolean> {
  if (!outcome.ok) return false;
  await settleConfiguration(job.account_id, job.instance_id, outcome.result.addresses as string[]);
  return turnOf(job) === turn && close(job);
}

async function jobOf(host: Host, { operation, step }: JobName): Promise<Job> {
  const job = await getJob(host.host_id, operation, step);
  if (!job) throw notFound('job', `${step} of operation ${operation}`);
  return job;
}

function outcomeOf({ kind }: Job, outcome: JobOutcome): JobOutcome {
  if (!outcome.ok) return outcome;
  const { data, error } = jobResults[kind].safeParse(outcome.result);
  if (data) return { ok: true, result: data };
  throw invalidFields(
    error.issues.map(({ path, message }) => ({ field: ['outcome.result', ...path].join('.'), message })),
  );
}

const lost = ({ operation, step }: JobName) =>
  new ApiError('job_lost', `job ${step} of operation ${operation} is no longer this agent's`);

const turnOf = ({ token }: Job): string => hashToken(token);

const shown = (job: Job): HostJob => hostJob.parse({ ...job, turn: turnOf(job) });
