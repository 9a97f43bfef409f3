import * as z from 'zod';
import { createVolume } from '#lib/domain/compute/volumes/create.ts';
import { settledVolume } from '#lib/domain/compute/volumes/resource.ts';
import { route } from '#lib/edge/route.ts';
import { filesystems, volume, volumeName, volumeSize } from '#lib/model/compute/volume.ts';
import { tagFacts } from '#lib/model/identity/policy/context.ts';
import { usedAs } from '#lib/model/identity/policy/references.ts';
import { tags } from '#lib/model/platform/common.ts';

/** The body of a request for a new volume. */
const newVolume = z.strictObject({
  name: volumeName,
  size_gib: volumeSize,
  filesystem: z
    .enum(filesystems)
    .default('ext4')
    .describe('The file system to make on it; `none` for a bare device.')
    .meta({ 'x-immutable': true, example: 'ext4' }),
  instance_id: z
    .string()
    .min(1)
    .max(64)
    .optional()
    .describe('The instance to attach the volume to at once.')
    .meta({ example: 'i-01kanx7m3v5q8w2c4d6f7g9h1j' }),
  tags: tags.default({}),
});

/**
 * Creates a volume, and attaches it if an instance is named; 201 while it is creating. 402, 403 over quota, 404 for an
 * instance that does not exist, 409 if its name is taken, or its instance or host cannot have it.
 */
export const handler = route(
  {
    name: 'createVolume',
    action: 'compute:CreateVolume',
    resource: () => 'volume/*',
    facts: (_, { body }) => tagFacts(body.tags),
    names: { 'body.instance_id': usedAs('instance', 'compute:AttachVolume') },
    body: newVolume,
    reply: volume,
    etag: 'always',
    status: 201,
    spends: true,
    dryRun: true,
    settled: settledVolume,
  },
  (context, { body }) => createVolume(context, body),
);
