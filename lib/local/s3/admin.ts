import { allCapabilities } from '#lib/drivers/objects/capabilities.ts';
import { type BucketUsage, type ObjectEngine, ObjectEngineError } from '#lib/drivers/objects/engine.ts';
import { readToken, writeToken } from './operations/list-objects.ts';
import { readPolicy, writePolicy } from './policies.ts';
import { createBucket, deleteBucket, emptyBucket, updateBucket } from './store/buckets.ts';
import { listObjects } from './store/listing.ts';
import type { BucketRecord } from './store/records.ts';
import { bucketKey, type Store } from './store/store.ts';
import { usageOf } from './store/usage.ts';
import type { Traffic, TrafficCounts } from './traffic.ts';

interface Surroundings {
  url: string;
  region: string;
  /** Runs the lifecycles of all buckets. */
  expire: () => Promise<unknown>;
}

/**
 * The embedded engine as the control plane's driver sees it; `url` is its address for clients. `open` is what is open
 * at the time of a call.
 */
export function createAdmin(
  open: { readonly store: Store; readonly traffic: Traffic },
  { url, region, expire }: Surroundings,
): ObjectEngine {
  const find = (name: string): BucketRecord => {
    const bucket = open.store.tables.buckets.get(bucketKey(name));
    if (bucket) return bucket;
    throw noSuchBucket(name);
  };
  return {
    capabilities: allCapabilities,
    endpoint: { url, region, addressing: ['path', 'virtual'] },
    bucketPrefix: '',
    createBucket: async ({ account, ...bucket }) => {
      await createBucket(open.store, { ...bucket, ...ownedBy(account) });
    },
    configureBucket: (name, { account, ...settings }) =>
      updateBucket(open.store, name, { ...settings, ...ownedBy(account) }),
    deleteBucket: (name) => deleteBucket(open.store, open.traffic, name),
    emptyBucket: (name, milliseconds) => emptyBucket(open.store, name, milliseconds),
    // The engine looks keys up at every request, so there is nothing to do here.
    putKey: async ({ accessKeyId, secretKey }) => ({ accessKeyId, secretKey }),
    deleteKey: async () => undefined,
    applyLifecycles: async () => {
      await expire();
    },
    usage: async (name, from, to) => {
      await open.traffic.flush();
      return measured(open.store, open.traffic, find(name), from, to);
    },
    readPolicy: async (name, caller) => readPolicy(open.store, name, caller),
    writePolicy: (name, text, options) => writePolicy(open.store, name, text, options),
    listObjects: async (name, { prefix = '', delimiter = '', cursor, limit = 1000 } = {}) => {
      const from = cursor === undefined ? { after: '', afterPrefix: false } : readToken(cursor);
      const most = Math.min(Math.max(limit, 1), 1000);
      const page = listObjects(open.store.tables, find(name), { prefix, delimiter, limit: most, ...from });
      return {
        objects: page.objects.map(({ key, record }) => ({
          key,
          size: record.blob.size,
          etag: record.etag,
          lastModified: new Date(record.modified),
          storageClass: 'STANDARD' as const,
        })),
        commonPrefixes: page.prefixes,
        nextCursor: page.last ? writeToken(page.last) : null,
      };
    },
  };
}

const ownedBy = (account: string | undefined): Pick<BucketRecord, 'owner'> =>
  account === undefined ? {} : { owner: { ID: account, DisplayName: account } };

function measured(store: Store, traffic: Traffic, bucket: BucketRecord, from?: Date, to?: Date): BucketUsage {
  const { objects, bytes, versions, versionBytes, uploadBytes } = usageOf(store.tables, bucket.id);
  const hours = traffic.hours(bucket.id, from, to);
  const total = (name: keyof TrafficCounts) => hours.reduce((sum, { counts }) => sum + counts[name], 0);
  return {
    ...(bucket.owner && { account: bucket.owner.ID }),
    objects,
    sizeBytes: bytes,
    versions,
    versionsBytes: versionBytes,
    multipartBytes: uploadBytes,
    requests: { get: total('get'), put: total('put'), list: total('list'), delete: total('delete') },
    egressBytes: total('egress'),
    ingressBytes: total('ingress'),
    measuredAt: store.clock.now(),
    series: hours.map(({ at, counts: { egress, ingress, ...requests } }) => ({
      at,
      ...requests,
      egressBytes: egress,
      ingressBytes: ingress,
    })),
  };
}

/** Without a trace, which takes longer than the call: /healthz asks for a bucket that there is not. */
function noSuchBucket(name: string): ObjectEngineError {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  const refusal = new ObjectEngineError('no_such_bucket', `there is no bucket ${name}`);
  Error.stackTraceLimit = stackTraceLimit;
  return refusal;
}
