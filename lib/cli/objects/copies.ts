import { download } from './download.ts';
import { jobsOf } from './jobs.ts';
import { forEach } from './lanes.ts';
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
  /** Files of which an earlier run had copied a part. */
  readonly resumed: number;
}

/** Copies all that is wanted, a few files at a time; the first failure ends it. */
export async function copyAll(
  work: Work,
  { contentType, ...wanted }: Wanted & { readonly contentType: string | undefined },
): Promise<Done> {
  const done = { files: 0, bytes: 0, left_out: 0, resumed: 0 };
  const leftOut = () => {
    done.left_out += 1;
  };
  const jobs = jobsOf({ ...wanted, typed: work.session.typed, leftOut });
  await forEach(jobs, connections, work.wire.signal, async (job, signal) => {
    const { bytes, isResumed } = await copy(until(work, signal), job, contentType);
    done.files += 1;
    done.bytes += bytes;
    if (isResumed) done.resumed += 1;
  });
  return done;
}

function copy(work: Work, job: Job, contentType: string | undefined): Promise<Copied> {
  if (!('to' in job)) return download(work, job.from, job.path);
  const source = 'path' in job ? fileSource(job.path) : objectSource(job.from);
  return upload(work, { source, to: job.to, contentType });
}
