import type { Item } from '#lib/store/platform/read.ts';
import { toBucketKey } from './bucket-keys/resource.ts';
import { toBucket } from './buckets/resource.ts';

/** Shows records as their GET does, without secrets: the data of events. */
export const shownRecords = {
  bucket: (record: Item) => toBucket(record as Parameters<typeof toBucket>[0]),
  bucket_key: (record: Item) => toBucketKey({ ...record, name: record.label } as Parameters<typeof toBucketKey>[0]),
};
