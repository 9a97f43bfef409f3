import { createImage } from '#lib/domain/compute/images/create.ts';
import { settledImage } from '#lib/domain/compute/images/resource.ts';
import { objectUrl } from '#lib/domain/storage/bucket-keys/presign.ts';
import { route } from '#lib/edge/route.ts';
import { image, newImage } from '#lib/model/compute/image.ts';
import { tagFacts } from '#lib/model/identity/policy/context.ts';

/**
 * Creates an image of the account from a registry, an object or a snapshot; 201 while it is being created. 402, 403
 * over quota or without the right to read the object, 404 and 409 for the object's bucket and the snapshot, and 409 if
 * no host keeps images.
 */
export const handler = route(
  {
    name: 'createImage',
    action: 'compute:CreateImage',
    resource: () => 'image/*',
    facts: (_, { body }) => tagFacts(body.tags),
    names: { 'body.source.bucket': 'bucket', 'body.source.snapshot_id': 'snapshot' },
    uses: (_, { body: { source } }) =>
      source.key === undefined
        ? []
        : [{ kind: 'object', id: `${source.bucket}/${source.key}`, as: ['storage:GetObject'] }],
    body: newImage,
    reply: image,
    etag: 'always',
    status: 201,
    spends: true,
    dryRun: true,
    settled: settledImage,
  },
  (context, { body }) => createImage(context, body, (object, seconds) => objectUrl(context, object, seconds)),
);
