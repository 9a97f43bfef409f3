import * as z from 'zod';
import { anyObject, entity, named } from '#lib/store/entity.ts';

export const bucketRecord = z.strictObject({
  name: z.string(),
  /** The operation that created it. It distinguishes the bucket from a later one of the same name. */
  uid: z.string(),
  account_id: z.string(),
  status: z.enum(['creating', 'active', 'deleting', 'failed']),
  status_reason: z.string().nullable(),
  acl: z.enum(['private', 'public-read']),
  /** The version in which a request last named the ACL; absent if none has since the creation. */
  acl_set: z.number().exactOptional(),
  versioning: z.enum(['disabled', 'enabled', 'suspended']),
  quota: z
    .strictObject({
      max_size_bytes: z.number().nullable(),
      max_objects: z.number().nullable(),
    })
    .nullable(),
  tags: z.record(z.string(), z.string()),
  /** The keys of its clients, in the order of creation. `keys_version` serialises changes of the list. */
  access_key_ids: z.array(z.string()),
  keys_version: z.number(),
  /** The hidden key that signs presigned URLs. */
  service_key_id: z.string(),
  /** The last measurement. */
  usage: z.strictObject({
    size_bytes: z.number(),
    objects: z.number(),
    measured_at: z.string(),
  }),
  /** The operation in progress, if any. */
  operation: z
    .strictObject({
      id: z.string(),
      kind: z.enum(['create', 'delete', 'empty']),
    })
    .nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  version: z.number(),
});

/** The claim of a bucket's name; the storage schedule reads them in turn. */
export const bucketName = bucketRecord.pick({ name: true, account_id: true, uid: true });

/** Unfinished work at the object engine. Once it is due (real clock, ms), the buckets schedule finishes it. */
export const bucketWork = z.strictObject({
  operation: z.string(),
  kind: z.enum(['create', 'delete', 'configure', 'revoke']),
  account_id: z.string(),
  /** The bucket's name; empty for work on all buckets of the account (`revoke`). */
  bucket: z.string(),
  due: z.number(),
});

/** The platform's own bucket for documents, one at each object engine that the deployment has used. */
export const documentBucket = z.strictObject({
  engine: z.string(),
  name: z.string(),
  /** The hidden key that stores documents and signs links to them; absent until the engine has the bucket. */
  access_key_id: z.string().exactOptional(),
});

export const entities = {
  bucket: named('bucket', {
    read: 'show, lists',
    version: 'version',
    record: bucketRecord,
  }),
  bucketRules: entity({
    about: 'bucket rules',
    pk: 'A#<account>#bucket-rules',
    sk: '<name>#<kind>',
    read: 'GET …/cors, …/lifecycle',
    record: z.strictObject({
      rules: z.array(anyObject).readonly(),
    }),
  }),
  bucketName: entity({
    about: 'bucket name',
    pk: 'BUCKET#<name>',
    sk: 'BUCKET',
    index: { name: 'bucketIndex', pk: 'BUCKETS', sk: '<name>' },
    read: 'creations; storage schedule',
    record: bucketName,
  }),
  bucketWork: entity({
    about: 'bucket work',
    pk: 'BUCKET#<name>',
    sk: 'WORK#<operation>',
    index: { name: 'bucketWorkIndex', pk: 'BUCKET-WORK', sk: '<due>' },
    read: 'buckets schedule',
    record: bucketWork,
  }),
  documentBucket: entity({
    about: 'document bucket',
    pk: 'DOCUMENT-BUCKET',
    sk: '<engine>',
    read: 'making and showing documents',
    record: documentBucket,
  }),
};
