import type { Command } from 'commander';
import type { Format } from '#lib/cli/config/settings.ts';
import { exits, Failure } from '#lib/cli/failure.ts';
import { asFolder, type Place, placeOf } from '#lib/cli/objects/place.ts';
import { objectOf } from '#lib/cli/objects/trees.ts';
import { show } from '#lib/cli/output/output.ts';
import type { Session } from '#lib/cli/run/session.ts';
import type { Runners } from './command.ts';

/** A row: an object, or a folder, which has no more than its key. */
interface Row {
  readonly key: string;
  readonly size?: number;
  readonly last_modified?: string;
}

/** Rows of a page; the platform gives no more. */
const page = 200;

/** `svc ls`: buckets, or what is in one, folder by folder. */
export function add(command: Command, { run }: Runners): void {
  command
    .argument('[place]', 's3://bucket or s3://bucket/folder; without it, all buckets')
    .option('-r, --recursive', 'list the contents of folders too')
    .action(
      run((session, place: string | undefined, { recursive = false }: { recursive?: boolean }) =>
        place === undefined ? buckets(session) : objects(session, placeOf(place), recursive),
      ),
    );
}

async function buckets(session: Session): Promise<void> {
  const columns = ['name', 'status', 'usage.objects', 'usage.size_bytes', 'created_at'];
  const pages = session.typed.eachPage('listBuckets', { query: { limit: page } });
  await showPages(session, 'buckets', columns, pages);
}

/** What is in a folder; an object of just this key is shown itself. */
async function objects(session: Session, place: Place, isDeep: boolean): Promise<void> {
  const one = place.key === '' || place.key.endsWith('/') ? undefined : await objectOf(session.typed, place);
  const isShown = await showPages(
    session,
    'objects',
    ['key', 'size', 'last_modified'],
    rows(session, place, isDeep, one),
  );
  if (!isShown && place.key !== '')
    throw new Failure(`there is nothing at s3://${place.bucket}/${place.key}`, {
      exit: exits.missing,
      code: 'not_found',
      hint: `svc ls s3://${place.bucket}`,
    });
}

async function* rows({ typed }: Session, { bucket, key }: Place, isDeep: boolean, one: Row | undefined) {
  if (one) yield { objects: [one] };
  const query = { prefix: asFolder(key), limit: page, ...(!isDeep && { delimiter: '/' }) };
  for await (const { objects: files, common_prefixes } of typed.eachPage('listObjects', { name: bucket, query })) {
    const folders: Row[] = common_prefixes.map((prefix) => ({ key: prefix }));
    yield { objects: [...folders, ...files] };
  }
}

/** Formats that are shown page by page: a bucket may have millions of objects. */
const asTheyCome: readonly Format[] = ['table', 'jsonl', 'id'];

/** Shows pages of rows under one name, and answers whether there were any. */
async function showPages<N extends string>(
  { globals, format }: Session,
  items: N,
  columns: readonly string[],
  pages: AsyncIterable<Readonly<Record<N, readonly unknown[]>>>,
): Promise<boolean> {
  const isPaged = asTheyCome.includes(format) && globals.query === undefined;
  const all: unknown[] = [];
  let header = globals.header !== false;
  let isAny = false;
  for await (const { [items]: found } of pages) {
    if (found.length === 0) continue;
    isAny = true;
    if (!isPaged) all.push(...found);
    else await show({ [items]: found }, { items, columns }, { ...globals, header }, format);
    header = false;
  }
  if (!isPaged || !isAny) await show({ [items]: all }, { items, columns }, globals, format);
  return isAny;
}
