import * as z from 'zod';
import { deleted, timestamp } from '#lib/model/platform/common.ts';
import type { Reference } from '#lib/model/platform/reference.ts';
import { bucketInPath } from './bucket.ts';
import { keyPrefix } from './bucket-key.ts';

/** The maximum number of parts of an upload (S3). */
const mostParts = 10_000;

/** The recommended size of a part, in bytes. */
export const partSize = 8 * 1024 ** 2;

/** The minimum size of every part except the last, in bytes (S3). */
export const smallestPart = 5 * 1024 ** 2;

/** The maximum number of URLs in one reply: 10,000 of them would exceed the largest reply (6 MB). */
export const urlsPerReply = 1000;

/** Seconds until the URLs of a reply expire. */
export const urlSeconds = 86_400;

/** The maximum size in bytes of a request that completes an upload: 10,000 parts with their ETags. */
export const completionBytes = 1024 ** 2;

const objectKey = keyPrefix.describe("The object's key, at most 1,024 bytes.").meta({ example: 'videos/tour.mp4' });

const uploadId = z
  .string()
  .min(8)
  .max(1400)
  .regex(/^[A-Za-z0-9_\-]*$/v)
  .describe("The upload's id. It is not the id that S3 has for the upload.")
  .meta({ example: 'MTIwLlFtOXVPR3RMZW5wSGNERk5lRE5VVkRsM1VYbDBVa0Ju' });

/** The path of an upload. */
export const uploadPath = z.strictObject({ name: bucketInPath, upload_id: uploadId });

/** The object that an upload is for, in a query. */
export const uploadQuery = z.strictObject({ key: objectKey });

/** A request for a new upload. */
export const newUploadInput = z.strictObject({
  key: objectKey,
  content_type: z
    .string()
    .min(1)
    .max(1024)
    .regex(/^[\x20-\x7e]*$/, 'must be of printable ASCII')
    .optional()
    .describe("The object's Content-Type.")
    .meta({ example: 'video/mp4' }),
  parts: z
    .int()
    .min(1)
    .max(mostParts)
    .describe(
      'The number of parts. For a file of a known size, the size divided by 8388608 (8 MiB), rounded up; above 10,000, 10,000 larger parts. For a file of unknown size, 10000: fewer may be uploaded.',
    )
    .meta({ example: 120 }),
});
export type NewUploadInput = z.infer<typeof newUploadInput>;

const partNumber = z.int().min(1).max(mostParts).describe('The number of the part, from 1.').meta({ example: 1 });

const partUrls = z
  .array(
    z.strictObject({
      part_number: partNumber,
      url: z.string().describe('The URL to which to PUT the bytes of the part. It needs no other credentials.').meta({
        example:
          'https://s3.example.in/photos/videos/tour.mp4?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=86400&X-Amz-SignedHeaders=host&partNumber=1&uploadId=Bon8ktzq&X-Amz-Signature=4f2a',
      }),
    }),
  )
  .max(urlsPerReply)
  .describe('The URLs of the first 1,000 parts that are not uploaded, in order; empty if all are.');

const expiresAt = timestamp
  .describe('When these URLs expire, in UTC: after a day. The upload does not expire; a GET of it returns new URLs.')
  .meta({ example: '2026-11-22T04:10:00Z' });

/** A new upload. */
export const newUpload = z.strictObject({
  upload_id: uploadId,
  part_size: z
    .literal(partSize)
    .describe(
      'The recommended size of every part but the last, in bytes. A part has 5 MiB to 5 GiB; only the last may be smaller.',
    ),
  urls: partUrls,
  expires_at: expiresAt,
});
export type NewUpload = z.infer<typeof newUpload>;

const etag = z
  .string()
  .regex(/^"?[\x21\x23-\x7e]{1,128}"?$/, 'must be an ETag')
  .meta({ example: '9b2cf535f27731c974343645a3985328' });

/** An upload in progress. */
export const upload = z.strictObject({
  parts: z
    .array(
      z.strictObject({
        part_number: partNumber,
        etag: etag.describe('The ETag of the part, without quotes.'),
        size: z.int().min(0).describe('The size of the part, in bytes.').meta({ example: 8388608 }),
      }),
    )
    .describe('The parts that are uploaded, in order.'),
  urls: partUrls,
  expires_at: expiresAt,
});
export type Upload = z.infer<typeof upload>;

const uploadedParts = z
  .array(
    z.strictObject({
      part_number: partNumber,
      etag: etag.describe('The ETag of the part, from the reply to its PUT or the GET of the upload.'),
    }),
  )
  .min(1)
  .max(mostParts)
  .superRefine((parts, context) => {
    const index = parts.findIndex(({ part_number }, at) => part_number !== at + 1);
    if (index < 0) return;
    const message = `must be ${index + 1} (parts are listed in order, from 1 and without a gap)`;
    context.addIssue({ code: 'custom', path: [index, 'part_number'], message, input: parts[index]?.part_number });
  })
  .describe('All uploaded parts, in order, from 1 and without a gap.');

/** A request to complete an upload. */
export const completionInput = z.strictObject({ key: objectKey, parts: uploadedParts });
export type CompletionInput = z.infer<typeof completionInput>;

/** What an upload has become. */
export const completedUpload = z.strictObject({
  key: objectKey.describe("The object's key."),
  etag: etag
    .describe("The object's ETag, without quotes. For an object uploaded in parts it is not the MD5 of its bytes.")
    .meta({ example: '5f4e1a1d2f2a2e3f0f1d3c4b5a697887-120' }),
});
export type CompletedUpload = z.infer<typeof completedUpload>;

/** The reply to an upload that ends without an object. */
export const deletedUpload = z.strictObject({ upload_id: uploadId, deleted });
export type DeletedUpload = z.infer<typeof deletedUpload>;

/** The content of an upload's id: the number of its parts, and its id at the engine. */
export interface UploadName {
  parts: number;
  engineId: string;
}

/** The id of an upload. The engine does not keep the number of parts, so the id does. */
export const uploadIdOf = ({ parts, engineId }: UploadName): string =>
  Buffer.from(`${parts}.${engineId}`).toString('base64url');

/** The content of an id; undefined for an invalid one. */
export function readUploadId(id: string): UploadName | undefined {
  const text = Buffer.from(id, 'base64url').toString();
  // Ids of engines consist of printable ASCII. Others would cause errors that are not XML.
  const [, parts = '', engineId = ''] = /^(\d{1,5})\.([\x21-\x7e]{1,1024})$/.exec(text) ?? [];
  const found = { parts: Number(parts), engineId };
  const isPossible = found.parts >= 1 && found.parts <= mostParts && uploadIdOf(found) === id;
  return isPossible ? found : undefined;
}

/** What every request about an upload stands for in policies: it writes the object (contract 4.10). */
export const uploadedAs = (bucket: string, key: string): Reference => ({
  kind: 'object',
  id: `${bucket}/${key}`,
  as: ['storage:PutObject'],
});
