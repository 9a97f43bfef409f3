import type { Context } from '#lib/domain/platform/context.ts';
import { engine } from '#lib/domain/storage/buckets/engine.ts';
import type { StorageEndpoint } from '#lib/model/storage/bucket-usage.ts';

/** Returns the S3 endpoint and what its engine supports. Throws 503 in a deployment without one. */
export function listEndpoints(_: Context): { endpoints: StorageEndpoint[]; next_cursor: '' } {
  const { endpoint, capabilities: can } = engine();
  const features = {
    versioning: can.versioning,
    cors: can.cors,
    lifecycle: can.lifecycle,
    quota: can.quota,
    public_read: can.publicRead,
    tagging: can.tagging,
    presigned_post: can.presignedPost,
    traffic: can.traffic,
    policy: false,
    ...(can.accountKeys && { account_keys: true }),
  };
  const { region, url: s3_url, addressing } = endpoint;
  return { endpoints: [{ region, s3_url, addressing: [...addressing], features }], next_cursor: '' };
}
