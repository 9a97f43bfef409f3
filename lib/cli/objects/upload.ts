import { stat } from 'node:fs/promises';
import { SvcError } from '#lib/client/error.ts';
import type { Args, ReplyBody } from '#lib/client/methods.ts';
import { drained, exchange } from './bytes.ts';
import { forEach } from './lanes.ts';
import type { Place } from './place.ts';
import { bytesOf, hasChanged } from './slice.ts';
import { typeOf } from './types.ts';
import { type Begun, Note, stampOf } from './uploads-begun.ts';
import { connections, presigned, until, type Work } from './work.ts';

/** Bytes of a part, of which no more than `mostParts` make an object (contract 4.10); smaller files are sent whole. */
export const usualPart = 8 * 1024 * 1024;
const mostParts = 10_000;

/** A file here on its way to an object. */
export interface Upload {
  readonly path: string;
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
 * Copies a file to an object. A file of more than a part goes in parts, several at a time; one that was begun by an
 * earlier run goes on with the parts that are missing. Refuses a file that changes meanwhile.
 */
export async function upload(work: Work, given: Upload): Promise<Copied> {
  const before = await stat(given.path);
  work.progress.title = given.path;
  const copied = before.size <= usualPart ? await whole(work, given, before.size) : await inParts(work, given);
  if (stampOf(await stat(given.path)) !== stampOf(before)) throw hasChanged(given.path);
  return copied;
}

async function whole(work: Work, { path, to, contentType }: Upload, size: number): Promise<Copied> {
  work.progress.expect(size);
  return work.lanes.run(async () => {
    const type = contentType ?? typeOf(to.key);
    const { url, headers } = await presigned(work, to, 'put', { content_type: type, content_length: size });
    const body = bytesOf({ path, start: 0, size }, work.progress);
    const sent = { 'content-length': String(size), 'content-type': type, ...headers };
    await drained(await exchange(url, { method: 'PUT', headers: sent, body }, work.wire));
    return { bytes: size, isResumed: false };
  });
}

type Parts = Pick<ReplyBody<'getMultipartUpload'>, 'urls'> & Partial<ReplyBody<'getMultipartUpload'>>;

/** A file that is being sent in parts. */
interface Underway extends Begun {
  readonly path: string;
  readonly to: Place;
  readonly size: number;
}

async function inParts(work: Work, given: Upload): Promise<Copied> {
  const { endpoint } = work.session.settings;
  const note = new Note(endpoint, given.to, given.path);
  const { underway, parts } = (await resumed(work, given, note)) ?? (await begun(work, given, note));
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

/** The upload that an earlier run began; undefined where there is none of this file as it is. */
async function resumed(work: Work, { path, to }: Upload, note: Note): Promise<Start | undefined> {
  const found = note.read();
  if (!found) return undefined;
  const file = await stat(path);
  const underway = { ...found, path, to, size: file.size };
  const parts = await shown(work, underway);
  const isSame = found.file === stampOf(file) && parts?.parts.every((part) => part.size === sizeOf(underway, part));
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

async function begun(work: Work, { path, to, contentType }: Upload, note: Note): Promise<Start> {
  const file = await stat(path);
  const mebibyte = 1024 * 1024;
  const part_size = Math.max(usualPart, Math.ceil(file.size / mostParts / mebibyte) * mebibyte);
  const body: Args<'createMultipartUpload'>['body'] = {
    key: to.key,
    content_type: contentType ?? typeOf(to.key),
    parts: Math.ceil(file.size / part_size),
  };
  const parts = await work.session.typed.ask('createMultipartUpload', { name: to.bucket, body });
  const started = { upload_id: parts.upload_id, part_size, file: stampOf(file) };
  note.write(started);
  return { underway: { ...started, path, to, size: file.size }, parts };
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
  const body = bytesOf({ path: underway.path, start, size }, work.progress);
  const headers = { 'content-length': String(size) };
  await drained(await exchange(url, { method: 'PUT', headers, body }, work.wire));
}

async function completed(work: Work, { to, upload_id, path, file }: Underway, parts: Required<Parts>['parts']) {
  // What was read of a file that somebody wrote to meanwhile is neither the old one nor the new one.
  if (stampOf(await stat(path)) !== file) throw hasChanged(path);
  const named = parts.map(({ part_number, etag }) => ({ part_number, etag }));
  await work.session.typed.ask('completeMultipartUpload', {
    name: to.bucket,
    upload_id,
    body: { key: to.key, parts: named },
  });
}
