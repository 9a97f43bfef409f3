import * as z from 'zod';
import { showImage } from '#lib/domain/compute/catalog/images.ts';
import { route } from '#lib/edge/route.ts';
import { image } from '#lib/model/compute/image.ts';
import { imageReference } from '#lib/model/identity/policy/references.ts';

/**
 * Shows an image. 403 for an own image without compute:GetImage on it, 404 if neither the catalog, the live hosts nor
 * the account's images and snapshots have it.
 */
export const handler = route(
  {
    name: 'getImage',
    action: 'compute:ListImages',
    names: { 'params.id': imageReference },
    params: z.strictObject({ id: z.string().max(64).describe("The image's id.").meta({ example: 'ubuntu-24.04' }) }),
    reply: image,
    etag: 'sometimes',
  },
  (context, { params }) => showImage(context, params),
);
