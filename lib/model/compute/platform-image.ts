import * as z from 'zod';
import { statusReason } from '#lib/model/platform/common.ts';
import { imageContents } from './image.ts';
import { hostId } from './operated-host.ts';

/* Hosts' copies of the catalog's images, as operators see them (contract 4.13). */

const copyStatuses = ['absent', 'pulling', 'importing', 'available', 'removing', 'error'] as const;

/** The id of a catalog image in paths. */
export const catalogImageId = z
  .string()
  .regex(/^[a-z0-9][a-z0-9.\-]{0,62}$/v)
  .describe("The catalog image's id.")
  .meta({ example: 'alpine-3.22' });

/** Which host is meant; it may be left out where there is one host. */
export const whichHost = hostId.optional().describe('The host; it may be left out where there is only one.');

export const platformImage = z.strictObject({
  id: z
    .string()
    .describe("The id of the host's copy: those of host and image.")
    .meta({ readOnly: true, example: 'host-4k2mq8x1c7vd/alpine-3.22' }),
  image_id: catalogImageId,
  host_id: hostId,
  name: z.string().describe("The image's name.").meta({ example: 'Alpine 3.22' }),
  status: z
    .enum(copyStatuses)
    .describe('Whether the host has it, and what is being done with it.')
    .meta({ readOnly: true, example: 'available' }),
  status_reason: statusReason,
  progress_percent: z
    .int()
    .min(0)
    .max(100)
    .nullable()
    .describe('The progress of a pull or import, in percent; otherwise null.')
    .meta({ readOnly: true, example: null }),
  origin: z
    .enum(['host', 'store'])
    .nullable()
    .describe('What the host has: a copy of its own system, or one that was pulled or imported; null for neither.')
    .meta({ readOnly: true, example: 'store' }),
  reference: z
    .string()
    .nullable()
    .describe('Where the host pulls it from; null where that is not known.')
    .meta({ example: 'docker.io/library/alpine:3.22' }),
  digest: z
    .string()
    .nullable()
    .describe('The digest of its content; null where it is not known.')
    .meta({ example: 'sha256:9b0e04c8b5a1f0c0d2a5a3f9a6c14f5c1f4dd4a1b7a2cf4a7c35ae4f7a1b2c3d' }),
  size_bytes: z.int().nullable().describe('Its size in bytes; null where it is not known.').meta({ example: 8216576 }),
  architecture: z
    .string()
    .nullable()
    .describe('The CPU architecture that it is for; null where it is not known.')
    .meta({ example: 'x86_64' }),
  default_user: z.string().describe('The user to log in as with an SSH key.').meta({ example: 'alpine' }),
  ...imageContents,
});
export type PlatformImage = z.infer<typeof platformImage>;

/** Where the content of an import comes from: an object of the operator's account, or on a laptop a file. */
export const importSource = z
  .strictObject({
    bucket: z.string().min(1).max(63).optional().describe('The bucket of a file.').meta({ example: 'images' }),
    key: z.string().min(1).max(1024).optional().describe('The key of a file.').meta({ example: 'alpine.tar.gz' }),
    path: z
      .string()
      .min(1)
      .max(4096)
      .optional()
      .describe('The path of a file on this computer; on a laptop only, by the command line.')
      .meta({ example: '/srv/images/alpine.tar.gz' }),
  })
  .superRefine(({ bucket, key, path }, context) => {
    const isWhole = (bucket === undefined) === (key === undefined);
    if (isWhole && (bucket === undefined) !== (path === undefined)) return;
    const message = 'path, or bucket with key, is required';
    context.addIssue({ code: 'custom', path: [], message, params: { named: true } });
  })
  .describe('A root file system as tar, or an OCI layout as tar; plain, gzip or zstd.')
  .meta({ example: { bucket: 'images', key: 'alpine.tar.gz' } });
export type ImportSource = z.infer<typeof importSource>;
