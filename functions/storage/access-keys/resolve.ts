import { resolveObjectKey } from '#lib/domain/storage/bucket-keys/resolve.ts';

/**
 * For the object engine of a laptop, in the same process (`custom.svc.objectKeys` in serverless.yml); never deployed.
 */
export const handler = resolveObjectKey;
