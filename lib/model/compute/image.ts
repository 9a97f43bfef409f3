import * as z from 'zod';
import { accountId, id, statusReason, tags, timestamp } from '#lib/model/platform/common.ts';
import { readReference } from './image-reference.ts';

export const imageStatuses = ['creating', 'available', 'deleting', 'error'] as const;
export type ImageStatus = (typeof imageStatuses)[number];

/** What an image's own configuration says of the program that it is for. */
export const imageConfig = {
  env: z
    .array(z.string())
    .describe('The environment variables of its entrypoint, as NAME=value.')
    .meta({ example: ['PATH=/usr/local/bin:/usr/bin'] }),
  working_dir: z.string().describe('The folder in which its entrypoint runs; empty for /.').meta({ example: '/data' }),
  user: z.string().describe('The user as whom its entrypoint runs; empty for root.').meta({ example: 'redis' }),
  entrypoint: z
    .array(z.string())
    .describe('The program that it is for; empty for none.')
    .meta({ example: ['docker-entrypoint.sh'] }),
  cmd: z
    .array(z.string())
    .describe("The entrypoint's arguments, or the program itself.")
    .meta({
      example: ['redis-server'],
    }),
};

/** What was found inside an image. */
export const imageContents = {
  shell: z.boolean().nullable().describe('Whether it has /bin/sh; null where it is not known.').meta({ example: true }),
  init: z
    .string()
    .nullable()
    .describe('Its init system, such as `systemd` or `openrc`; null where it has none, or it is not known.')
    .meta({ example: 'systemd' }),
  package_manager: z
    .string()
    .nullable()
    .describe('Its package manager, such as `apt` or `apk`; null where it has none, or it is not known.')
    .meta({ example: 'apt' }),
};

/** What a host tells of the inside of an image that it offers. */
export const offeredContents = z.strictObject({
  digest: z.string().max(128).nullable(),
  size_bytes: z.int().min(0).nullable(),
  architecture: z.string().max(64),
  shell: z.boolean(),
  init: z.string().max(64).nullable(),
  package_manager: z.string().max(64).nullable(),
});

const bucket = z.string().min(1).max(63).describe('The bucket of a file.').meta({ example: 'photos' });
const key = z
  .string()
  .min(1)
  .max(1024)
  .describe('The key of a file: a root file system, or an OCI layout.')
  .meta({ example: 'images/rootfs.tar.gz' });
const registry = z
  .string()
  .max(512)
  .refine(
    (text) => readReference(text) !== undefined,
    'is not a reference (a registry, a repository, and a tag or a digest, such as registry.example.in/team/app:1.4)',
  )
  .describe('A reference in a registry, which is read without a login.')
  .meta({ example: 'registry.example.in/team/app:1.4' });
const snapshot_id = z.string().min(1).max(64).describe("One of the account's snapshots.").meta({
  example: 'snap-01kanx7m3v5q8w2c4d6f7g9h1j',
});

/** Where an image comes from, as replies show it. */
const shownSource = z.strictObject({
  registry: registry.nullable().describe('The reference in a registry; null where it is from elsewhere.'),
  bucket: bucket
    .nullable()
    .describe('The bucket of the file; null where it is from elsewhere.')
    .meta({ example: null }),
  key: key.nullable().describe('The key of the file; null where it is from elsewhere.').meta({ example: null }),
  snapshot_id: snapshot_id
    .nullable()
    .describe('The snapshot; null where it is from elsewhere.')
    .meta({ example: null }),
});

/** Where a new image comes from: one of the three. */
const newImageSource = z
  .strictObject({
    registry: registry.optional(),
    bucket: bucket.optional(),
    key: key.optional(),
    snapshot_id: snapshot_id.optional(),
  })
  .superRefine(({ registry, bucket, key, snapshot_id }, context) => {
    const given = [registry, bucket ?? key, snapshot_id].filter((one) => one !== undefined);
    const isWhole = (bucket === undefined) === (key === undefined);
    if (given.length === 1 && isWhole) return;
    const message = 'one of registry, snapshot_id, or bucket with key is required';
    context.addIssue({ code: 'custom', path: [], message, params: { named: true } });
  })
  .describe('Where it comes from: a registry, an object of the account, or a snapshot.')
  .meta({ 'x-immutable': true, example: { registry: 'registry.example.in/team/app:1.4' } });

export const imageName = z
  .string()
  .min(1)
  .max(64)
  .describe('The name, which need not be unique.')
  .meta({ example: 'app' });

/** An image as replies show it. What only an account's own images have is null for the others. */
export const image = z.strictObject({
  id: z
    .string()
    .describe('The id to use in launches; for a snapshot, its own id.')
    .meta({ readOnly: true, example: 'img-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  name: z.string().describe('The name.').meta({ example: 'app' }),
  distribution: z
    .string()
    .describe("The distribution of Linux; `other` for an account's own images.")
    .meta({ example: 'other' }),
  version: z
    .string()
    .describe("The version of the distribution; for an account's own image the tag of its reference, or empty.")
    .meta({ example: '1.4' }),
  architecture: z
    .string()
    .describe('The CPU architecture that it runs on; empty until an own image is available.')
    .meta({ example: 'x86_64' }),
  default_user: z
    .string()
    .describe('The user to log in as with an SSH key; empty until an own image is available.')
    .meta({ example: 'root' }),
  min_ram: z.int().describe('The minimum memory, in MiB.').meta({ example: 512 }),
  min_disk: z.int().describe('The minimum size of the disk, in GiB.').meta({ example: 1 }),
  size_bytes: z
    .int()
    .nullable()
    .describe('The size of the image in bytes; null where it is not known.')
    .meta({ example: 612368384 }),
  ...imageContents,
  ...imageConfig,
  available: z.boolean().describe('Whether a live host can boot it.').meta({ example: true }),
  unavailable_reason: z
    .string()
    .nullable()
    .describe('Why it cannot be launched; null if it can.')
    .meta({ example: null }),
  pulled: z
    .boolean()
    .describe('Whether a live host has it already; otherwise the first launch waits until it is there.')
    .meta({ example: true }),
  deprecated: z.boolean().describe('Whether it will be withdrawn.'),
  type: z
    .enum(['system', 'snapshot', 'account'])
    .describe('An image of the platform, a snapshot of the account, or an image of its own.')
    .meta({ example: 'account' }),
  account_id: accountId.nullable().describe('The account whose own image it is; otherwise null.').meta({
    readOnly: true,
  }),
  status: z
    .enum(imageStatuses)
    .nullable()
    .describe('The state of an own image; otherwise null.')
    .meta({ readOnly: true, example: 'available' }),
  status_reason: statusReason,
  progress_percent: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe('The progress of the creation of an own image, in percent; otherwise null.')
    .meta({ readOnly: true, example: 100 }),
  source: shownSource
    .nullable()
    .describe('Where it comes from, or is pulled from; null for a snapshot and where that is not known.'),
  digest: z
    .string()
    .nullable()
    .describe('The digest of its content; null where it is not known.')
    .meta({ readOnly: true, example: 'sha256:9b0e04c8b5a1f0c0d2a5a3f9a6c14f5c1f4dd4a1b7a2cf4a7c35ae4f7a1b2c3d' }),
  tags,
  allowed_actions: z
    .array(z.enum(['update', 'delete']))
    .describe('What the caller may do with the image now.')
    .meta({ example: ['update', 'delete'] }),
  created_at: timestamp
    .nullable()
    .describe('When an own image was created, in UTC; otherwise null.')
    .meta({ readOnly: true }),
  updated_at: timestamp
    .nullable()
    .describe('When an own image last changed, in UTC; otherwise null.')
    .meta({ readOnly: true }),
});
export type Image = z.infer<typeof image>;

/** What a request says of a new image. */
export const newImage = z.strictObject({ name: imageName, source: newImageSource, tags: tags.default({}) });
export type NewImage = z.infer<typeof newImage>;

/** The id of one of an account's own images. */
export const imageId = id('image');
