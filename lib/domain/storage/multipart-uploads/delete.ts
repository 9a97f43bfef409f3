import type { Context } from '#lib/domain/platform/context.ts';
import type { DeletedUpload } from '#lib/model/storage/multipart-upload.ts';
import { callForUpload, named, placeOf, type UploadPath } from './place.ts';

/** Ends an upload and deletes its parts. Throws 404 for an upload that is not in progress, or is for another key. */
export async function deleteMultipartUpload(context: Context, at: UploadPath): Promise<DeletedUpload> {
  const { engineId } = named(at);
  const place = await placeOf(context, at);
  await context.claimed({
    rehearsal: { would: `delete the multipart upload of ${JSON.stringify(at.key)}` },
    check: async () => void (await callForUpload(at, (uploads) => uploads.uploadedParts(place, engineId))),
  });
  await callForUpload(at, (uploads) => uploads.abortUpload(place, engineId));
  return context.commit({ writes: [], reply: { upload_id: at.upload_id, deleted: true as const } });
}
