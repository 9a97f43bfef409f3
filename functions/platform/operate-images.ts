import { operateImages } from '#lib/domain/compute/image-copies/laptop.ts';

/** For a laptop's own user, by /dev/images in the same process (`custom.svc.operateImages`); never deployed. */
export const handler = operateImages;
