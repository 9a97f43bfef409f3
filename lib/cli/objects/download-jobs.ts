import { statSync } from 'node:fs';
import { join } from 'node:path';
import { exits, Failure, usage } from '#lib/cli/failure.ts';
import { namesBelow } from '#lib/cli/forms.ts';
import { plain } from '#lib/cli/output/terminal.ts';
import { asFolder, lastPart, objectAt, type Place, written } from './place.ts';
import { Skipped } from './skipped.ts';
import { objectOf, objectsBelow } from './trees.ts';
import type { Finding, Job } from './wanted.ts';

/** The copies of what a place means. Refuses a folder where folders are not meant, and one that is empty. */
export async function* downloadJobs(finding: Finding, from: Place): AsyncGenerator<Job> {
  if (!finding.isTree) return yield* single(finding, from);
  const folder = { bucket: from.bucket, key: asFolder(from.key) };
  let isEmpty = true;
  for await (const object of objectsBelow(finding.typed, folder)) {
    isEmpty = false;
    // What other clients put there so that an empty folder is seen.
    if (object.key.endsWith('/')) continue;
    const place = { bucket: from.bucket, key: object.key };
    const path = pathBelow(finding, object.key.slice(folder.key.length), place);
    if (path === undefined) continue;
    if (finding.isUpdate && isThere(path, object)) finding.leftOut();
    else yield { from: place, path, root: finding.target };
  }
  if (!isEmpty) return;
  throw new Failure(`there are no objects below ${plain(written(folder))}`, { exit: exits.missing, code: 'not_found' });
}

async function* single(finding: Finding, from: Place): AsyncGenerator<Job> {
  const { typed, sources, target, isUpdate, leftOut } = finding;
  const place = objectAt(written(from));
  if (place.key.endsWith('/')) throw usage(`${plain(written(place))} is a folder`, 'the same command with -r');
  const isInto = sources.length > 1 || /[/\\]$/.test(target) || isFolder(target);
  const path = isInto ? pathBelow(finding, lastPart(place.key), place) : target;
  if (path === undefined) return;
  const object = isUpdate ? await objectOf(typed, place) : undefined;
  if (object && isThere(path, object)) leftOut();
  else yield { from: place, path, root: isInto ? target : undefined };
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function isThere(path: string, object: { readonly size: number; readonly last_modified: string }): boolean {
  const about = statSync(path, { throwIfNoEntry: false });
  return about?.isFile() === true && about.size === object.size && about.mtimeMs >= Date.parse(object.last_modified);
}

/**
 * Where a key goes below the target; whoever may write to a bucket must not choose that it goes elsewhere. Undefined
 * for one that is skipped, since no file below a folder has such a name.
 */
function pathBelow({ target, skipped }: Finding, rest: string, place: Place): string | undefined {
  const names = namesBelow(rest);
  if (names) return join(target, ...names);
  skipped(new Skipped(place, 'cannot be a file below a folder'));
  return undefined;
}
