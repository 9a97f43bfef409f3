import { handler as complete } from '#functions/storage/multipart-uploads/complete.ts';
import { handler as create } from '#functions/storage/multipart-uploads/create.ts';
import { handler as remove } from '#functions/storage/multipart-uploads/delete.ts';
import { handler as show } from '#functions/storage/multipart-uploads/show.ts';
import type { NewUpload, Upload } from '#lib/model/storage/multipart-upload.ts';
import { type Caller, expectStatus } from '#test/support/accounts/iam.ts';

/** The smallest size of a part that others follow, in bytes. */
export const SMALLEST = 5 * 1024 ** 2;

/** The key of the objects that these tests upload. */
export const KEY = 'videos/tour.mp4';

/** Requests about the uploads of one bucket. */
export const uploadsOf = (caller: Caller, name: string) => ({
  create: (body: object) => caller(create, { params: { name }, body: { key: KEY, ...body } }),
  show: (upload_id: string, key = KEY) => caller(show, { params: { name, upload_id }, query: { key } }),
  complete: (upload_id: string, parts: unknown, key = KEY) =>
    caller(complete, { params: { name, upload_id }, body: { key, parts } }),
  remove: (upload_id: string, key = KEY, query: Record<string, string> = {}) =>
    caller(remove, { params: { name, upload_id }, query: { key, ...query } }),
});

/** Begins an upload of so many parts. */
export const begun = (uploads: ReturnType<typeof uploadsOf>, parts: number): Promise<NewUpload> =>
  expectStatus(201, uploads.create({ parts }));

/** An upload as its GET shows it. */
export const shown = (uploads: ReturnType<typeof uploadsOf>, upload_id: string): Promise<Upload> =>
  expectStatus(200, uploads.show(upload_id));

/** Sends the bytes of a part; the status and S3's error code, "" where it has none, and the ETag. */
export async function putPart(urls: NewUpload['urls'], part_number: number, body: Uint8Array<ArrayBuffer>) {
  const url = urls.find((each) => each.part_number === part_number)?.url ?? '';
  const reply = await fetch(url, { method: 'PUT', body });
  const code = /<Code>(\w+)</.exec(await reply.text())?.[1] ?? '';
  return { status: reply.status, code, etag: reply.headers.get('etag') ?? '' };
}
