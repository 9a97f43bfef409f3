import type { Context } from '#lib/domain/platform/context.ts';
import { ownOrder, pageOf } from '#lib/domain/platform/lists.ts';
import { engine } from '#lib/domain/storage/buckets/engine.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import type { StorageEndpoint } from '#lib/model/storage/bucket-usage.ts';

/** Returns one page of the S3 endpoints and what their engines support. Throws 503 in a deployment without one. */
export async function listEndpoints(
  context: Context,
  query: ListQuery,
): Promise<{ endpoints: StorageEndpoint[]; next_cursor: string }> {
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
    policy: can.bucketPolicies,
    ...(can.accountKeys && { account_keys: true }),
  };
  const { region, url: s3_url, addressing } = endpoint;
  const rows = [{ region, s3_url, addressing: [...addressing], features }];
  const { items, next_cursor } = await pageOf(context, 'endpoint', query, rows, { label: 'region', place: ownOrder });
  return { endpoints: items, next_cursor };
}
