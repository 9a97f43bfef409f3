import type { ListedObject } from '#lib/generated/client/schemas.ts';
import { client } from '#lib/web/api/client.ts';
import { s3Refusal } from '#lib/web/api/s3-refusal.ts';
import { lanes } from '#lib/web/pages/storage/uploads/lanes.ts';

/** Objects of a page while all of a folder are read. */
const pageSize = 1000;

/** Every object whose key begins with a prefix, page by page. */
export async function* everyObject(name: string, prefix: string, signal: AbortSignal): AsyncGenerator<ListedObject[]> {
  let cursor = '';
  do {
    const query = { prefix, limit: pageSize, ...(cursor && { cursor }) };
    const page = await client.listObjects({ name, query, signal });
    yield page.objects;
    cursor = page.next_cursor;
  } while (cursor);
}

const lane = lanes(4);

/** Deletes objects, several at a time, and tells of each that is deleted. Rejects with the first failure. */
export async function remove(name: string, keys: readonly string[], told: () => void, signal: AbortSignal) {
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  const one = async (key: string) => {
    either.throwIfAborted();
    const body = { operation: 'delete' as const, key };
    const { url, headers } = await client.createPresignedUrl({ name, body, signal: either });
    const reply = await fetch(url, { method: 'DELETE', headers, signal: either });
    if (!reply.ok) throw s3Refusal(reply.status, await reply.text(), `the object storage did not delete ${key}`);
    told();
  };
  await Promise.all(keys.map((key) => lane(() => one(key)).catch((failure) => failed.abort(failure))));
  either.throwIfAborted();
}
