import { Readable } from 'node:stream';
import { usage } from '#lib/cli/failure.ts';
import { drained, exchange } from './bytes.ts';
import { forEach } from './lanes.ts';
import type { Place } from './place.ts';
import { typeOf } from './types.ts';
import { type Copied, usualPart } from './upload.ts';
import { connections, presigned, until, type Work } from './work.ts';

interface Block {
  readonly bytes: Buffer;
  readonly url: string;
}

/** The most parts of an object (contract 4.10). */
const mostParts = 10_000;

/** Copies standard input to an object. No more than a few parts are held at a time; a copy that fails leaves none. */
export async function uploadInput(work: Work, to: Place, contentType?: string): Promise<Copied> {
  const { signal } = work.wire;
  const hangUp = () => process.stdin.destroy(new Error('interrupted'));
  signal.addEventListener('abort', hangUp, { once: true });
  try {
    return await sentAll(work, to, contentType ?? typeOf(to.key));
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', hangUp);
    // Whoever writes into the pipe may go on for ever.
    process.stdin.on('error', () => undefined).destroy();
  }
}

async function sentAll(work: Work, to: Place, contentType: string): Promise<Copied> {
  work.progress.title = 'standard input';
  const blocks = blocksOf(process.stdin);
  const { value: first = Buffer.alloc(0) } = await blocks.next();
  if (first.length < usualPart) return whole(work, to, contentType, first);
  const body = { key: to.key, content_type: contentType, parts: mostParts };
  const { upload_id, urls } = await work.session.typed.ask('createMultipartUpload', { name: to.bucket, body });
  const which = { name: to.bucket, upload_id, query: { key: to.key } };
  const missing = async () => (await work.session.typed.ask('getMultipartUpload', which)).urls;
  try {
    let bytes = 0;
    const source = addressed(first, blocks, addressesFrom(urls, missing));
    await forEach(source, connections, work.wire.signal, async (block, signal) => {
      await send(until(work, signal), block.url, block.bytes, {});
      bytes += block.bytes.length;
    });
    const { parts } = await work.session.typed.ask('getMultipartUpload', which);
    const named = parts.map(({ part_number, etag }) => ({ part_number, etag }));
    const complete = { name: to.bucket, upload_id, body: { key: to.key, parts: named } };
    await work.session.typed.ask('completeMultipartUpload', complete);
    return { bytes, isResumed: false };
  } catch (error) {
    // Also after Ctrl-C: parts that nothing completes cost.
    const gone = { ...which, signal: AbortSignal.timeout(10_000) };
    await work.session.typed.ask('deleteMultipartUpload', gone).catch(() => undefined);
    throw error;
  }
}

async function whole(work: Work, to: Place, content_type: string, bytes: Buffer): Promise<Copied> {
  const { url, headers } = await presigned(work, to, 'put', { content_type, content_length: bytes.length });
  await send(work, url, bytes, { 'content-type': content_type, ...headers });
  return { bytes: bytes.length, isResumed: false };
}

async function send(work: Work, url: string, bytes: Buffer, more: Readonly<Record<string, string>>): Promise<void> {
  work.progress.expect(bytes.length);
  const headers = { ...more, 'content-length': String(bytes.length) };
  const body = () => Readable.from([bytes], { objectMode: false });
  await drained(await exchange(url, { method: 'PUT', headers, body }, work.wire));
  work.progress.add(bytes.length);
}

/** What a stream gives, in blocks of a part; the last may be smaller. */
async function* blocksOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    held.push(chunk);
    size += chunk.length;
    if (size < usualPart) continue;
    const all = Buffer.concat(held);
    for (let at = 0; size >= usualPart; at += usualPart, size -= usualPart) yield all.subarray(at, at + usualPart);
    held = [all.subarray(all.length - size)];
  }
  if (size > 0) yield Buffer.concat(held);
  return undefined;
}

async function* addressed(
  first: Buffer,
  blocks: AsyncIterable<Buffer>,
  addresses: AsyncGenerator<string>,
): AsyncGenerator<Block> {
  const next = async (bytes: Buffer): Promise<Block> => {
    const { value: url, done } = await addresses.next();
    if (done)
      throw usage(
        `standard input is longer than ${mostParts} parts of ${usualPart} bytes (save it to a file and copy that)`,
      );
    return { bytes, url };
  };
  yield await next(first);
  for await (const bytes of blocks) yield await next(bytes);
}

interface Address {
  readonly part_number: number;
  readonly url: string;
}

/** The address of each part in turn. Parts that are under way count as missing: they are not given out again. */
async function* addressesFrom(first: readonly Address[], missing: () => Promise<Address[]>): AsyncGenerator<string> {
  let given = 0;
  for (let urls = first; urls.length > 0; urls = (await missing()).filter(({ part_number }) => part_number > given))
    for (const { part_number, url } of urls) {
      given = part_number;
      yield url;
    }
}
