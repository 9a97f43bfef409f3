import type { Command } from 'commander';
import { exits, Failure, usage } from '#lib/cli/failure.ts';
import { drained, exchange } from '#lib/cli/objects/bytes.ts';
import { forEach } from '#lib/cli/objects/lanes.ts';
import { asFolder, isPlace, objectAt, type Place, placeOf, written } from '#lib/cli/objects/place.ts';
import { objectOf, objectsBelow } from '#lib/cli/objects/trees.ts';
import { presigned, until, type Work, workOf } from '#lib/cli/objects/work.ts';
import { bytes } from '#lib/cli/output/cells.ts';
import { show } from '#lib/cli/output/output.ts';
import { plain, tell } from '#lib/cli/output/terminal.ts';
import { agreed } from '#lib/cli/run/ask.ts';
import type { Session } from '#lib/cli/run/session.ts';
import type { Runners } from './command.ts';

interface Flags {
  readonly recursive?: boolean;
  readonly dryRun?: boolean;
}

/** Objects that are deleted at the same time. */
const lanes = 8;

/** `svc rm`: deletes an object, or everything in a folder. */
export function add(command: Command, { run }: Runners): void {
  command
    .argument('<place>', 's3://bucket/key, or with -r s3://bucket/folder')
    .option('-r, --recursive', 'delete everything in the folder or the bucket')
    .option('--dry-run', 'show what would be deleted')
    .action(run((session, text: string, flags: Flags) => removed(session, text, flags)));
}

interface Doomed {
  readonly key: string;
  readonly size: number;
}

async function removed(session: Session, text: string, { recursive = false, dryRun = false }: Flags): Promise<void> {
  if (!isPlace(text))
    throw usage(`rm: "${plain(text)}" is not an object (s3://bucket/key)`, 'svc <noun> delete, for other resources');
  const place = recursive ? placeOf(text) : objectAt(text);
  const { globals, format } = session;
  const found = () => doomed(session, place, recursive);
  const counted = { objects: 0, bytes: 0 };
  const rows: Doomed[] = [];
  for await (const one of found()) {
    counted.objects += 1;
    counted.bytes += one.size;
    if (dryRun) rows.push({ key: one.key, size: one.size });
  }
  if (counted.objects === 0) throw missing(place);
  if (dryRun) return show({ objects: rows }, { items: 'objects', columns: ['key', 'size'] }, globals, format);
  const what = recursive
    ? `${counted.objects} objects (${bytes(counted.bytes)}) below ${written({ ...place, key: asFolder(place.key) })}`
    : written(place);
  await agreed(session.globals, `Delete ${plain(what)}?`, 'svc rm');
  const deleted = await removeAll(workOf(session), place.bucket, found());
  if (format !== 'table') return show({ deleted }, { columns: [] }, globals, format);
  if (!globals.quiet) tell(`Deleted ${deleted} ${deleted === 1 ? 'object' : 'objects'}.`);
}

/** What goes, as it is found. */
async function* doomed({ typed }: Session, place: Place, isDeep: boolean): AsyncGenerator<Doomed> {
  if (isDeep) return yield* objectsBelow(typed, { ...place, key: asFolder(place.key) });
  const one = await objectOf(typed, place);
  if (one) yield one;
}

async function removeAll(work: Work, bucket: string, objects: AsyncIterable<Doomed>): Promise<number> {
  let deleted = 0;
  await forEach(objects, lanes, work.wire.signal, async ({ key }, signal) => {
    const own = until(work, signal);
    const { url } = await presigned(own, { bucket, key }, 'delete');
    await drained(await exchange(url, { method: 'DELETE' }, own.wire));
    deleted += 1;
  });
  return deleted;
}

function missing(place: Place): Failure {
  return new Failure(`there is nothing at ${plain(written(place))}`, {
    exit: exits.missing,
    code: 'not_found',
    hint: place.key.endsWith('/') ? `svc rm -r ${written(place)}` : `svc ls s3://${place.bucket}`,
  });
}
