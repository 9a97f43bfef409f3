import { SvcError } from '#lib/client/error.ts';
import type { ReplyBody } from '#lib/client/methods.ts';
import { keyed } from '#lib/web/api/act.ts';
import { client } from '#lib/web/api/client.ts';
import { type Begun, begunOf, forget, remember } from './begun.ts';
import { lanes } from './lanes.ts';
import { put } from './put.ts';

/** A file on its way to an object. */
export interface Sending {
  readonly bucket: string;
  readonly key: string;
  readonly file: File;
  readonly signal: AbortSignal;
  /** Is told how many bytes of the file are there. */
  readonly told: (sent: number) => void;
}

const mebibyte = 1024 * 1024;
/** Bytes of a part (contract 4.10). A file that is no larger is sent whole. */
const usualPart = 8 * mebibyte;
const mostParts = 10_000;

/** Connections to the object storage at a time, of all files. */
const connection = lanes(4);

/** Sends a file. One that was begun before, in this browser, goes on with the parts that are missing. */
export const send = (sending: Sending): Promise<void> =>
  sending.file.size <= usualPart ? whole(sending) : inParts(sending);

const typeOf = (file: File): string => file.type || 'application/octet-stream';

async function whole({ bucket, key, file, signal, told }: Sending): Promise<void> {
  const content_type = typeOf(file);
  const body = { operation: 'put' as const, key, content_type, content_length: file.size };
  await connection(async () => {
    const { url, headers } = await client.createPresignedUrl({ name: bucket, body, signal });
    // The browser sets the length itself, and lets no page do it.
    const { 'content-length': _, ...sent } = lowered(headers);
    await put({ url, body: file, headers: { 'content-type': content_type, ...sent }, told, signal });
  });
}

const lowered = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));

type Parts = ReplyBody<'getMultipartUpload'>;

async function inParts(sending: Sending): Promise<void> {
  const { signal } = sending;
  if (await isCompleted(sending)) return;
  const { begun, parts } = (await resumed(sending)) ?? (await started(sending));
  let now = parts;
  while (now.urls.length > 0) {
    await sendParts(sending, begun, now);
    now = await shown(begun, signal);
  }
  const named = now.parts.map(({ part_number, etag }) => ({ part_number, etag }));
  await complete(begun, named, signal);
}

type Completing = NonNullable<Begun['completing']>;

/** How many parts of a completion are remembered: the browser keeps 5 MB for the whole console. */
const mostRemembered = 1_000;

async function complete(begun: Begun, completing: Completing, signal: AbortSignal): Promise<void> {
  const { bucket, key, upload_id } = begun;
  if (completing.length <= mostRemembered) remember({ ...begun, completing });
  const body = { key, parts: [...completing] };
  await keyed('completeMultipartUpload', { name: bucket, upload_id, body, signal });
  forget(begun);
}

/** Whether a completion whose reply was lost, before a reload perhaps, has happened now: nothing is then sent again. */
async function isCompleted(sending: Sending): Promise<boolean> {
  const begun = begunOf(fileOf(sending));
  if (!begun?.completing) return false;
  try {
    await complete(begun, begun.completing, sending.signal);
    return true;
  } catch (failure) {
    // What is missing of it is then sent, or all of it, where the upload is no longer there.
    if (failure instanceof SvcError && failure.status >= 400 && failure.status < 500) return false;
    throw failure;
  }
}

/** What tells a file from others that are sent to the same key. */
const fileOf = ({ bucket, key, file }: Sending) => ({ bucket, key, size: file.size, changed: file.lastModified });

interface Start {
  readonly begun: Begun;
  readonly parts: Parts;
}

async function resumed(sending: Sending): Promise<Start | undefined> {
  const { signal } = sending;
  const begun = begunOf(fileOf(sending));
  if (!begun) return undefined;
  try {
    return { begun, parts: await shown(begun, signal) };
  } catch (failure) {
    if (!(failure instanceof SvcError && failure.status === 404)) throw failure;
    forget(begun);
    return undefined;
  }
}

async function started(sending: Sending): Promise<Start> {
  const { bucket, key, file, signal } = sending;
  const of = fileOf(sending);
  const part_size = Math.max(usualPart, Math.ceil(file.size / mostParts / mebibyte) * mebibyte);
  const body = { key, content_type: typeOf(file), parts: Math.ceil(file.size / part_size) };
  const { upload_id, urls, expires_at } = await keyed('createMultipartUpload', { name: bucket, body, signal }, of);
  const begun = { ...of, upload_id, part_size };
  remember(begun);
  return { begun, parts: { parts: [], urls, expires_at } };
}

const shown = ({ bucket, key, upload_id }: Begun, signal: AbortSignal): Promise<Parts> =>
  client.getMultipartUpload({ name: bucket, upload_id, query: { key }, signal });

/** Sends the parts that have addresses. The first that fails ends the others. */
async function sendParts({ file, signal, told }: Sending, { part_size }: Begun, { parts, urls }: Parts): Promise<void> {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const sent = new Map(parts.map(({ part_number, size }) => [part_number, size]));
  const tell = () => told([...sent.values()].reduce((sum, size) => sum + size, 0));
  tell();
  const one = async ({ part_number, url }: Parts['urls'][number]) => {
    either.throwIfAborted();
    const begin = (part_number - 1) * part_size;
    const body = file.slice(begin, begin + part_size);
    const count = (size: number) => {
      sent.set(part_number, size);
      tell();
    };
    await put({ url, body, told: count, signal: either });
  };
  const all = urls.map((part) => connection(() => one(part)).catch((failure) => failed.abort(failure)));
  await Promise.all(all);
  either.throwIfAborted();
}

/** Deletes what was sent of an upload that nobody wants any more: parts cost until then. */
export async function giveUp(begun: Begun): Promise<void> {
  forget(begun);
  const { bucket, key, upload_id } = begun;
  await client.deleteMultipartUpload({ name: bucket, upload_id, query: { key } }).catch((failure) => {
    if (!(failure instanceof SvcError && failure.status === 404)) throw failure;
  });
}
