import type { Context } from '#lib/domain/platform/context.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type NewUpload, type NewUploadInput, partSize, uploadIdOf } from '#lib/model/storage/multipart-upload.ts';
import { callForUpload, callUploads, numbersTo, type Place, placeOf, urlsFor } from './place.ts';

/**
 * Begins an upload of one object in parts, and signs URLs for its first parts. Refuses with 409 unless the bucket is
 * active.
 */
export async function createMultipartUpload(
  context: Context,
  { name, key, content_type, parts }: NewUploadInput & { name: string },
): Promise<NewUpload> {
  const place = await placeOf(context, { name, key });
  await context.claimed();
  const engineId = await callForUpload({ name, key, upload_id: '' }, (uploads) =>
    uploads.beginUpload(place, content_type),
  );
  const upload_id = uploadIdOf({ parts, engineId });
  const reply = { upload_id, part_size: partSize, ...urlsFor(place, engineId, numbersTo(parts)) };
  return unlessRefused(place, engineId, () => context.commit({ writes: [], reply }));
}

/** Commits, and ends the upload if the commit is refused, since no client learns of the upload then. */
async function unlessRefused<T>(place: Place, engineId: string, commit: () => Promise<T>): Promise<T> {
  try {
    return await commit();
  } catch (error) {
    if (error instanceof ApiError)
      await callUploads((uploads) => uploads.abortUpload(place, engineId)).catch(() => undefined);
    throw error;
  }
}
