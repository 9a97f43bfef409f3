import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { exits, Failure, usage } from '#lib/cli/failure.ts';
import { plain } from '#lib/cli/output/terminal.ts';
import type { TypedClient } from '#lib/cli/run/session.ts';
import { downloadJobs } from './download-jobs.ts';
import { asFolder, isPlace, type Place, placeOf } from './place.ts';
import { type Found, filesBelow, objectOf } from './trees.ts';
import type { Finding, Job } from './wanted.ts';

/** The copies that a command means, as they are found. Refuses what cannot be meant before the first. */
export async function* jobsOf(finding: Finding): AsyncGenerator<Job> {
  const { sources, target } = finding;
  const isUp = isPlace(target);
  const same = sources.find((source) => isPlace(source) === isUp);
  if (same !== undefined)
    throw usage(
      `cp: copies between here and a bucket; ${plain(same)} and ${plain(target)} are on the same side`,
      isUp ? 'svc cp s3://from/key - | svc cp - s3://to/key' : 'svc cp FILE s3://bucket/key',
    );
  for (const source of sources)
    yield* isUp ? uploadJobs(finding, source, placeOf(target)) : downloadJobs(finding, placeOf(source));
}

async function* uploadJobs(finding: Finding, source: string, to: Place): AsyncGenerator<Job> {
  const isInto = finding.sources.length > 1 || to.key === '' || to.key.endsWith('/');
  for await (const file of filesOf(source, finding.isTree)) {
    const isOne = file.path === source;
    const name = isOne && !isInto ? to.key : `${asFolder(to.key)}${file.name}`;
    const place = { bucket: to.bucket, key: name };
    if (finding.isUpdate && (await isThere(finding.typed, place, file))) finding.leftOut();
    else yield { path: file.path, to: place };
  }
}

/** The files that a source means. Refuses a folder where folders are not meant. */
function filesOf(source: string, isTree: boolean): AsyncIterable<Found> | readonly Found[] {
  const about = statSync(source, { throwIfNoEntry: false });
  if (!about) throw new Failure(`${plain(source)}: there is no such file`, { exit: exits.missing, code: 'not_found' });
  if (!about.isDirectory()) return [{ path: source, name: basename(source), size: about.size, changed: about.mtimeMs }];
  if (isTree) return filesBelow(source);
  throw usage(`${plain(source)} is a folder`, 'the same command with -r');
}

/** Whether an object has the file's size and is not older; the platform tells whole seconds. */
async function isThere(typed: TypedClient, place: Place, { size, changed }: Found): Promise<boolean> {
  const object = await objectOf(typed, place);
  return object?.size === size && Date.parse(object.last_modified) >= Math.floor(changed / 1000) * 1000;
}
