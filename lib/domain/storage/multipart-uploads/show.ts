import type { Context } from '#lib/domain/platform/context.ts';
import type { Upload } from '#lib/model/storage/multipart-upload.ts';
import { callForUpload, named, numbersTo, placeOf, type UploadPath, urlsFor } from './place.ts';

/**
 * The uploaded parts of an upload, and new URLs for the first missing parts. Throws 404 for an upload that is not in
 * progress, or is for another key.
 */
export async function showMultipartUpload(context: Context, at: UploadPath): Promise<Upload> {
  const { parts, engineId } = named(at);
  const place = await placeOf(context, at);
  const uploaded = await callForUpload(at, (uploads) => uploads.uploadedParts(place, engineId));
  const there = new Set(uploaded.map(({ number }) => number));
  const missing = numbersTo(parts).filter((number) => !there.has(number));
  return {
    parts: uploaded.map(({ number, etag, size }) => ({ part_number: number, etag, size })),
    ...urlsFor(place, engineId, missing),
  };
}
