import * as z from 'zod';
import type { Action } from '#lib/model/identity/policy/actions.ts';
import { timestamp } from '#lib/model/platform/common.ts';
import { keyPrefix } from './bucket-key.ts';

/** Seconds until a presigned URL or form expires (S3: at most seven days). */
const expiresIn = z
  .int()
  .min(1)
  .max(604_800)
  .default(900)
  .describe('The number of seconds until it expires, at most seven days.')
  .meta({ example: 900 });

const base64Of = (bytes: number, what: string) =>
  z.string().refine((text) => Buffer.from(text, 'base64').length === bytes && /^[A-Za-z0-9+/]+=*$/.test(text), what);

const headerText = z
  .string()
  .min(1)
  .max(1024)
  .regex(/^[\x20-\x7e]*$/, 'must be of printable ASCII');

/** The largest object of one PUT or POST, in bytes. */
const mostBytes = 5 * 1024 ** 3;
const size = z.int().min(0).max(mostBytes);

const options = {
  version_id: headerText
    .optional()
    .describe('The version of the object; for get, head and delete.')
    .meta({ example: '3HL4kqtJlcpXroDTDmJ' }),
  content_type: headerText
    .optional()
    .describe('The Content-Type that must be sent; for put.')
    .meta({ example: 'image/jpeg' }),
  content_length: size
    .optional()
    .describe('The Content-Length that must be sent, in bytes; for put.')
    .meta({ example: 183402 }),
  content_md5: base64Of(16, 'must be the base64 of 16 bytes')
    .optional()
    .describe('The Content-MD5 that must be sent; for put.')
    .meta({ example: 'CY9rzUYh03PK3k6DJie09g==' }),
  checksum_sha256: base64Of(32, 'must be the base64 of 32 bytes')
    .optional()
    .describe('The SHA-256 in base64 that must be sent; for put.')
    .meta({ example: '47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=' }),
  response_content_disposition: headerText
    .optional()
    .describe('The Content-Disposition of the response; for get and head.')
    .meta({ example: 'attachment; filename="beach.jpg"' }),
  response_content_type: headerText
    .optional()
    .describe('The Content-Type of the response; for get and head.')
    .meta({ example: 'image/jpeg' }),
};

/** The operations that each option applies to. */
const suited: Record<keyof typeof options, readonly string[]> = {
  version_id: ['get', 'head', 'delete'],
  content_type: ['put'],
  content_length: ['put'],
  content_md5: ['put'],
  checksum_sha256: ['put'],
  response_content_disposition: ['get', 'head'],
  response_content_type: ['get', 'head'],
};

/** A request for a presigned URL. */
export const presignInput = z
  .strictObject({
    operation: z
      .enum(['get', 'put', 'head', 'delete'])
      .describe('The operation that the URL performs.')
      .meta({ example: 'get' }),
    key: keyPrefix.describe("The object's key.").meta({ example: 'photos/2026/beach.jpg' }),
    expires_in: expiresIn,
    ...options,
  })
  .superRefine((input, context) => {
    for (const [name, operations] of Object.entries(suited)) {
      if (input[name as keyof typeof options] === undefined || operations.includes(input.operation)) continue;
      const message = `is not for operation ${input.operation} (${operations.join(', ')})`;
      context.addIssue({ code: 'custom', path: [name], message });
    }
  });
export type PresignInput = z.infer<typeof presignInput>;

/** The action of each operation on an object, for policies (contract 4.10). */
export const presignedAs: Record<PresignInput['operation'], Action> = {
  get: 'storage:GetObject',
  head: 'storage:GetObject',
  put: 'storage:PutObject',
  delete: 'storage:DeleteObject',
};

export const presignedUrl = z.strictObject({
  url: z.string().describe('The URL, which needs no other credentials.').meta({
    example:
      'https://s3.example.in/photos/photos/2026/beach.jpg?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=900&X-Amz-Signature=4f2a',
  }),
  method: z.enum(['GET', 'PUT', 'HEAD', 'DELETE']).describe('The method of the request.').meta({ example: 'GET' }),
  headers: z.record(z.string(), z.string()).describe('The headers that the request must have.').meta({ example: {} }),
  expires_at: timestamp.describe('When it expires, in UTC.').meta({ example: '2026-11-21T04:25:00Z' }),
});
export type PresignedUrl = z.infer<typeof presignedUrl>;

/** A request for a presigned form. */
export const presignPostInput = z
  .strictObject({
    key: keyPrefix.optional().describe('The key of the object; give either this or `key_prefix`.'),
    key_prefix: keyPrefix
      .optional()
      .describe('The prefix of the key; give either this or `key`.')
      .meta({ example: 'photos/2026/' }),
    expires_in: expiresIn,
    content_type: headerText
      .optional()
      .describe('The Content-Type that the form must send.')
      .meta({ example: 'image/jpeg' }),
    content_length_range: z
      .tuple([size, size])
      .refine(([least, most]) => least <= most, 'must be in ascending order')
      .describe('The minimum and the maximum size of the file, in bytes.')
      .meta({ example: [1, 10485760] }),
    success_action_status: z
      .literal([200, 201, 204])
      .optional()
      .describe('The status of the response to an upload.')
      .meta({ example: 201 }),
  })
  .superRefine((input, context) => {
    if ((input.key === undefined) !== (input.key_prefix === undefined)) return;
    context.addIssue({
      code: 'custom',
      path: ['key'],
      message: 'either key or key_prefix is required',
      params: { named: true },
    });
  });
export type PresignPostInput = z.infer<typeof presignPostInput>;

/** The variable that S3 replaces with the name of the uploaded file. */
const fileName = '${filename}';

/**
 * What a form may write: one key, or all keys with a prefix. S3 replaces the variable before it stores the object. A
 * key or prefix with the variable therefore counts as the prefix before it.
 */
export function formReach({ key, key_prefix = '' }: Pick<PresignPostInput, 'key' | 'key_prefix'>): {
  text: string;
  under: boolean;
} {
  const text = key ?? key_prefix;
  const at = text.indexOf(fileName);
  if (at >= 0) return { text: text.slice(0, at), under: true };
  if (key !== undefined) return { text, under: false };
  const begun = [...fileName].findLastIndex((_, last) => text.endsWith(fileName.slice(0, last + 1)));
  return { text: text.slice(0, text.length - begun - 1), under: true };
}

export const presignedPost = z.strictObject({
  url: z.string().describe('Where the form is sent.').meta({ example: 'https://s3.example.in/photos' }),
  fields: z
    .record(z.string(), z.string())
    .describe("The form's fields, which come before the file.")
    .meta({ example: { key: 'photos/2026/${filename}', 'X-Amz-Algorithm': 'AWS4-HMAC-SHA256' } }),
  expires_at: timestamp.describe('When it expires, in UTC.').meta({ example: '2026-11-21T04:25:00Z' }),
});
export type PresignedPost = z.infer<typeof presignedPost>;
