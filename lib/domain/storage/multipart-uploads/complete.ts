import type { Context } from '#lib/domain/platform/context.ts';
import { UploadError } from '#lib/drivers/objects/engine.ts';
import type { UploadedPart } from '#lib/drivers/objects/uploads.ts';
import { ApiError, invalidFields } from '#lib/model/platform/errors.ts';
import { type CompletedUpload, type CompletionInput, smallestPart } from '#lib/model/storage/multipart-upload.ts';
import { callForUpload, callUploads, named, type Place, placeOf, type UploadPath, unknownUpload } from './place.ts';

/**
 * Makes the object of all uploaded parts. Refuses with 400 where an ETag does not match its part, or an uploaded part
 * is not named, and with 409 where a part is missing or too small. May be repeated until the object is replaced.
 */
export async function completeMultipartUpload(
  context: Context,
  { parts, ...at }: CompletionInput & UploadPath,
): Promise<CompletedUpload> {
  const { engineId } = named(at);
  const place = await placeOf(context, at);
  const claimed = parts.map(({ part_number, etag }) => ({ number: part_number, etag: etag.replaceAll('"', '') }));
  const uploaded = await partsIfAny(at, place, engineId);
  if (uploaded) checkParts(claimed, uploaded);
  await context.claimed();
  const complete = uploaded ? callForUpload : callAgain;
  const etag = await complete(at, (uploads) => uploads.completeUpload(place, engineId, claimed));
  return context.commit({ writes: [], reply: { key: at.key, etag } });
}

/** The uploaded parts; undefined where there is no such upload, possibly because it was already completed. */
async function partsIfAny(at: UploadPath, place: Place, engineId: string): Promise<UploadedPart[] | undefined> {
  return callForUpload(at, async (uploads) => {
    try {
      return await uploads.uploadedParts(place, engineId);
    } catch (error) {
      if (error instanceof UploadError && error.code === 'no_such_upload') return undefined;
      throw error;
    }
  });
}

/** Completes an upload again, whose first reply may have been lost. 404 if the engine cannot tell. */
async function callAgain<T>(at: UploadPath, call: Parameters<typeof callUploads<T>>[0]): Promise<T> {
  try {
    return await callUploads(call);
  } catch (error) {
    throw error instanceof UploadError ? unknownUpload(at.upload_id) : error;
  }
}

type Claimed = Pick<UploadedPart, 'number' | 'etag'>;

/** Refuses parts of which the engine would not make an object, and a list that would lose one of them. */
function checkParts(claimed: readonly Claimed[], uploaded: readonly UploadedPart[]): void {
  const there = new Map(uploaded.map((part) => [part.number, part]));
  claimed.forEach((part, index) => {
    checkPart(part, there.get(part.number), { index, isLast: index === claimed.length - 1 });
  });
  const left = uploaded.find(({ number }) => number > claimed.length);
  if (!left) return;
  throw invalidFields([
    { field: 'parts', message: `must name part ${left.number} too (every uploaded part is named)` },
  ]);
}

function checkPart(
  { number, etag }: Claimed,
  part: UploadedPart | undefined,
  { index, isLast }: { index: number; isLast: boolean },
): void {
  const field = `parts[${index}]`;
  if (!part) throw new ApiError('wrong_state', `${field}.part_number: part ${number} is not uploaded`);
  if (part.etag !== etag) {
    const message = `${JSON.stringify(etag)} is not the ETag of part ${number} (${JSON.stringify(part.etag)})`;
    throw invalidFields([{ field: `${field}.etag`, message }]);
  }
  if (isLast || part.size >= smallestPart) return;
  const allowed = `every part but the last must have at least ${smallestPart}`;
  throw new ApiError('wrong_state', `${field}: part ${number} has ${part.size} bytes (${allowed})`);
}
