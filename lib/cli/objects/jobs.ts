import { statSync } from 'node:fs';
import { basename } from 'node:path';
import { exits, Failure, usage } from '#lib/cli/failure.ts';
import { plain } from '#lib/cli/output/terminal.ts';
import type { TypedClient } from '#lib/cli/run/session.ts';
import { downloadJobs } from './download-jobs.ts';
import { objectJobs } from './object-jobs.ts';
import { asFolder, isPlace, type Place, placeOf } from './place.ts';
import { type Found, filesBelow, objectOf } from './trees.ts';
import type { Finding, Job } from './wanted.ts';

/** The copies that a command means, as they are found. Refuses what cannot be meant before the first. */
export async function* jobsOf(finding: Finding): AsyncGenerator<Job> {
  const { sources, target } = finding;
  const to = isPlace(target) ? placeOf(target) : undefined;
  const file = sources.find((source) => !isPlace(source));
  if (!to && file !== undefined)
    throw usage(`cp: ${plain(file)} and ${plain(target)} are both local`, 'svc cp FILE s3://bucket/key');
  for (const source of sources) {
    if (!to) yield* downloadJobs(finding, placeOf(source));
    else if (isPlace(source)) yield* objectJobs(finding, placeOf(source), to);
    else yield* uploadJobs(finding, source, to);
  }
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
