import { randomBytes, randomInt } from 'node:crypto';
import * as z from 'zod';
import { stamps, timestamp } from '#lib/model/platform/common.ts';
import { username } from './iam-user.ts';

const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A new access key id: `SVC` and 17 characters of A-Z and 2-7, the length that S3 clients expect (contract 1.1). */
export const newAccessKeyId = (): string => `SVC${Array.from(randomBytes(17), (byte) => base32[byte % 32]).join('')}`;

/** A new secret key: 40 characters of base62, 238 random bits. */
export const newSecretKey = (): string => Array.from({ length: 40 }, () => base62[randomInt(62)]).join('');

export const accessKeyId = z
  .string()
  .regex(/^SVC[A-Z2-7]{17}$/)
  .describe("The access key's id: `SVC` and 17 of A-Z 2-7.")
  .meta({ example: 'SVCQ3W7X5ZK2M4N6P7AB' });

export const accessKeyStatus = z
  .enum(['active', 'inactive'])
  .describe('Whether requests with the key are served.')
  .meta({ example: 'active' });

/** An access key as replies show it (contract 2); `id` is the access_key_id. */
export const accessKey = z.strictObject({
  id: accessKeyId.meta({ readOnly: true }),
  ...stamps,
  access_key_id: accessKeyId.describe("The access key's id again."),
  username,
  description: z
    .string()
    .nullable()
    .describe('A description of its purpose; null if there is none.')
    .meta({ example: 'Deployment' }),
  status: accessKeyStatus,
  last_used_at: timestamp
    .nullable()
    .describe('When it was last used, in UTC; null for never.')
    .meta({ example: '2026-11-21T04:10:00Z' }),
});
export type AccessKey = z.infer<typeof accessKey>;

/** A new access key with its secret, which only its creation shows. */
export const newAccessKey = z.strictObject({
  ...accessKey.shape,
  secret_key: z
    .string()
    .describe('The secret key. No other reply shows it.')
    .meta({ example: 'wJalrXUtnFEMIK7MDENGbPxRfiCYEXAMPLEKEY00' }),
});
export type NewAccessKey = z.infer<typeof newAccessKey>;
