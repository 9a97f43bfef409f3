import * as z from 'zod';
import { settledImage } from '#lib/domain/compute/images/resource.ts';
import { updateImage } from '#lib/domain/compute/images/update.ts';
import { route } from '#lib/edge/route.ts';
import { image, imageId, imageName } from '#lib/model/compute/image.ts';
import { tags } from '#lib/model/platform/common.ts';

/** Changes the name or tags of an own image. 409 while it is being deleted. */
export const handler = route(
  {
    name: 'updateImage',
    action: 'compute:UpdateImage',
    resource: ({ id }) => `image/${id}`,
    params: z.strictObject({ id: imageId }),
    body: z.strictObject({ name: imageName.optional(), tags: tags.optional() }),
    versioned: true,
    dryRun: true,
    reply: image,
    etag: 'always',
    settled: settledImage,
  },
  (context, { params, body }) => updateImage(context, { ...params, ...body }),
);
