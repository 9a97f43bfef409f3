import { tell } from '#lib/cli/output/terminal.ts';
import { download } from './download.ts';
import { jobsOf } from './jobs.ts';
import { forEach } from './lanes.ts';
import { Skipped } from './skipped.ts';
import { fileSource, objectSource } from './source.ts';
import { type Copied, upload } from './upload.ts';
import type { Job, Wanted } from './wanted.ts';
import { connections, until, type Work } from './work.ts';

/** What a command copied. */
export interface Done {
  readonly files: number;
  readonly bytes: number;
  /** Files that were there already. */
  readonly left_out: number;
  /** Objects whose keys cannot be files here. */
  readonly skipped: number;
  /** Files of which an earlier run had copied a part. */
  readonly resumed: number;
}

/** Copies all that is wanted, a few files at a time; what is skipped is told, and the first failure ends it. */
export async function copyAll(
  work: Work,
  { contentType, ...wanted }: Wanted & { readonly contentType: string | undefined },
): Promise<Done> {
  const done = { files: 0, bytes: 0, left_out: 0, skipped: 0, resumed: 0 };
  const leftOut = () => {
    done.left_out += 1;
  };
  const skipped = ({ message }: Skipped) => {
    done.skipped += 1;
    work.progress.clear();
    tell(`skipped: ${message}`);
  };
  const jobs = jobsOf({ ...wanted, typed: work.session.typed, leftOut, skipped });
  await forEach(jobs, connections, work.wire.signal, async (job, signal) => {
    const copied = await copy(until(work, signal), job, contentType).catch(unlessSkipped);
    if (copied instanceof Skipped) return skipped(copied);
    const { bytes, isResumed } = copied;
    done.files += 1;
    done.bytes += bytes;
    if (isResumed) done.resumed += 1;
  });
  return done;
}

function unlessSkipped(error: unknown): Skipped {
  if (error instanceof Skipped) return error;
  throw error;
}

function copy(work: Work, job: Job, contentType: string | undefined): Promise<Copied> {
  if (!('to' in job)) return download(work, job.from, job);
  const source = 'path' in job ? fileSource(job.path) : objectSource(job.from);
  return upload(work, { source, to: job.to, contentType });
}
