import { exits, Failure, usage } from '#lib/cli/failure.ts';
import { plain } from '#lib/cli/output/terminal.ts';
import { asFolder, lastPart, objectAt, type Place, written } from './place.ts';
import { objectOf, objectsBelow } from './trees.ts';
import type { Finding, Job } from './wanted.ts';

/**
 * The copies of what a place means to another place. Refuses a folder where folders are not meant, one that is empty,
 * and a copy onto or into itself.
 */
export async function* objectJobs(finding: Finding, from: Place, to: Place): AsyncGenerator<Job> {
  if (!finding.isTree) return yield* single(finding, from, to);
  const folder = { bucket: from.bucket, key: asFolder(from.key) };
  const target = { bucket: to.bucket, key: asFolder(to.key) };
  if (target.bucket === folder.bucket && target.key.startsWith(folder.key))
    throw usage(
      `cp: ${plain(written(target))} is inside ${plain(written(folder))}`,
      'another folder, or another bucket',
    );
  let isEmpty = true;
  for await (const object of objectsBelow(finding.typed, folder)) {
    isEmpty = false;
    const place = { bucket: to.bucket, key: `${target.key}${object.key.slice(folder.key.length)}` };
    if (finding.isUpdate && (await isThere(finding, place, object))) finding.leftOut();
    else yield { from: { bucket: from.bucket, key: object.key }, to: place };
  }
  if (!isEmpty) return;
  throw new Failure(`there are no objects below ${plain(written(folder))}`, { exit: exits.missing, code: 'not_found' });
}

async function* single(finding: Finding, from: Place, to: Place): AsyncGenerator<Job> {
  const source = objectAt(written(from));
  if (source.key.endsWith('/')) throw usage(`${plain(written(source))} is a folder`, 'the same command with -r');
  const isInto = finding.sources.length > 1 || to.key === '' || to.key.endsWith('/');
  const place = isInto ? { bucket: to.bucket, key: `${asFolder(to.key)}${lastPart(source.key)}` } : to;
  if (written(place) === written(source))
    throw usage(`cp: ${plain(written(source))} is both the source and the target`);
  const object = finding.isUpdate ? await objectOf(finding.typed, source) : undefined;
  if (object && (await isThere(finding, place, object))) finding.leftOut();
  else yield { from: source, to: place };
}

interface Known {
  readonly size: number;
  readonly last_modified: string;
}

/** Whether an object with the size of this one is there, and is not older. */
async function isThere({ typed }: Finding, place: Place, { size, last_modified }: Known): Promise<boolean> {
  const object = await objectOf(typed, place);
  return object?.size === size && Date.parse(object.last_modified) >= Date.parse(last_modified);
}
