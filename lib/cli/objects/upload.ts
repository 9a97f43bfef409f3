import { SvcError } from '#lib/client/error.ts';
import type { Args, ReplyBody } from '#lib/client/methods.ts';
import { drained, exchange } from './bytes.ts';
import { forEach } from './lanes.ts';
import type { Place } from './place.ts';
import { bytesOf, hasChanged } from './slice.ts';
import type { Look, Source } from './source.ts';
import { typeOf } from './types.ts';
import { type Begun, Note } from './uploads-begun.ts';
import { connections, presigned, until, type Work } from './work.ts';

/** Bytes of a part, of which no more than `mostParts` make an object (contract 4.10); what is smaller is sent whole. */
export const usualPart = 8 * 1024 * 1024;
const mostParts = 10_000;

/** A file here, or an object, on its way to an object. */
export interface Upload {
  readonly source: Source;
  readonly to: Place;
  readonly contentType?: string | undefined;
}

/** What came of a copy. */
export interface Copied {
  readonly bytes: number;
  /** Whether an earlier run had done a part of it. */
  readonly isResumed: boolean;
}

/**
 * Copies a file or an object to an object. What has more than a part goes in parts, several at a time; what was begun
 * by an earlier run goes on with the parts that are missing. Refuses what changes meanwhile.
 */
export async function upload(work: Work, given: Upload): Promise<Copied> {
  const { source } = given;
  const looked = await source.look(work);
  work.progress.title = source.title;
  const copied = looked.size <= usualPart ? await whole(work, given, looked) : await inParts(work, given, looked);
  if ((await source.look(work)).stamp !== looked.stamp) throw hasChanged(source.title);
  return copied;
}

const mediaType = ({ contentType, to }: Upload, looked: Look): string => contentType ?? looked.type ?? typeOf(to.key);

async function whole(work: Work, given: Upload, looked: Look): Promise<Copied> {
  const { source, to } = given;
  const { size } = looked;
  work.progress.expect(size);
  return work.lanes.run(async () => {
    const type = mediaType(given, looked);
    const { url, headers } = await presigned(work, to, 'put', { content_type: type, content_length: size });
    const open = () => source.open(work, looked, 0, size);
    const body = bytesOf({ title: source.title, size, open }, work.progress);
    const sent = { 'content-length': String(size), 'content-type': type, ...headers };
    await drained(await exchange(url, { method: 'PUT', headers: sent, body }, work.wire));
    return { bytes: size, isResumed: false };
  });
}

type Parts = Pick<ReplyBody<'getMultipartUpload'>, 'urls'> & Partial<ReplyBody<'getMultipartUpload'>>;

/** What is being sent in parts. */
interface Underway extends Begun {
  readonly source: Source;
  readonly looked: Look;
  readonly to: Place;
  readonly size: number;
}

async function inParts(work: Work, given: Upload, looked: Look): Promise<Copied> {
  const { endpoint } = work.session.settings;
  const note = new Note(endpoint, given.to, given.source.id);
  const { underway, parts } = (await resumed(work, given, looked, note)) ?? (await begun(work, given, looked, note));
  const before = bytesIn(parts);
  work.progress.expect(underway.size, before);
  await completed(work, underway, await sentAll(work, underway, parts));
  note.forget();
  return { bytes: underway.size, isResumed: before > 0 };
}

const bytesIn = ({ parts = [] }: Parts): number => parts.reduce((sum, { size }) => sum + size, 0);

interface Start {
  readonly underway: Underway;
  readonly parts: Parts;
}

/** The upload that an earlier run began; undefined where there is none of this source as it is. */
async function resumed(work: Work, { source, to }: Upload, looked: Look, note: Note): Promise<Start | undefined> {
  const found = note.read();
  if (!found) return undefined;
  const underway = { ...found, source, looked, to, size: looked.size };
  const parts = await shown(work, underway);
  const isSame = found.file === looked.stamp && parts?.parts.every((part) => part.size === sizeOf(underway, part));
  if (parts && isSame) return { underway, parts };
  if (parts) await abandoned(work, underway);
  note.forget();
  return undefined;
}

/** How far an upload is; undefined where it is no longer there. */
async function shown(work: Work, { to, upload_id }: Underway): Promise<ReplyBody<'getMultipartUpload'> | undefined> {
  try {
    return await work.session.typed.ask('getMultipartUpload', { name: to.bucket, upload_id, query: { key: to.key } });
  } catch (error) {
    if (error instanceof SvcError && error.code === 'not_found') return undefined;
    throw error;
  }
}

/** Parts of another file cost, and are of no use. */
async function abandoned(work: Work, { to, upload_id }: Underway): Promise<void> {
  await work.session.typed.ask('deleteMultipartUpload', { name: to.bucket, upload_id, query: { key: to.key } });
}

async function begun(work: Work, given: Upload, looked: Look, note: Note): Promise<Start> {
  const { source, to } = given;
  const mebibyte = 1024 * 1024;
  const part_size = Math.max(usualPart, Math.ceil(looked.size / mostParts / mebibyte) * mebibyte);
  const body: Args<'createMultipartUpload'>['body'] = {
    key: to.key,
    content_type: mediaType(given, looked),
    parts: Math.ceil(looked.size / part_size),
  };
  const parts = await work.session.typed.ask('createMultipartUpload', { name: to.bucket, body });
  const started = { upload_id: parts.upload_id, part_size, file: looked.stamp };
  note.write(started);
  return { underway: { ...started, source, looked, to, size: looked.size }, parts };
}

const sizeOf = ({ part_size, size }: Underway, { part_number }: { part_number: number }): number =>
  Math.min(part_size, size - (part_number - 1) * part_size);

/** Sends what is missing, as often as there are addresses of missing parts; answers the parts. */
async function sentAll(work: Work, underway: Underway, first: Parts): Promise<Required<Parts>['parts']> {
  for (let now = first; ; ) {
    await forEach(now.urls, connections, work.wire.signal, ({ part_number, url }, signal) =>
      work.lanes.run(() => sentPart(until(work, signal), underway, part_number, url)),
    );
    const next = await work.session.typed.ask('getMultipartUpload', {
      name: underway.to.bucket,
      upload_id: underway.upload_id,
      query: { key: underway.to.key },
    });
    if (next.urls.length === 0) return next.parts;
    now = next;
  }
}

async function sentPart(work: Work, underway: Underway, part_number: number, url: string): Promise<void> {
  work.wire.signal.throwIfAborted();
  const size = sizeOf(underway, { part_number });
  const start = (part_number - 1) * underway.part_size;
  const { source, looked } = underway;
  const body = bytesOf(
    { title: source.title, size, open: () => source.open(work, looked, start, size) },
    work.progress,
  );
  const headers = { 'content-length': String(size) };
  await drained(await exchange(url, { method: 'PUT', headers, body }, work.wire));
}

async function completed(work: Work, { to, upload_id, source, file }: Underway, parts: Required<Parts>['parts']) {
  // What was read of a file that somebody wrote to meanwhile is neither the old one nor the new one.
  if ((await source.look(work)).stamp !== file) throw hasChanged(source.title);
  const named = parts.map(({ part_number, etag }) => ({ part_number, etag }));
  await work.session.typed.ask('completeMultipartUpload', {
    name: to.bucket,
    upload_id,
    body: { key: to.key, parts: named },
  });
}
