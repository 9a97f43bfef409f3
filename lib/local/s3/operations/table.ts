import { S3Error } from '#lib/local/s3/errors.ts';
import type { S3Request } from '#lib/local/s3/http/request.ts';
import { accessOperations } from './access.ts';
import { aclOperations } from './acl.ts';
import { attributeOperations } from './attributes.ts';
import { bucketOperations } from './buckets.ts';
import { completeOperations } from './complete-upload.ts';
import { configurationOperations } from './configuration.ts';
import { copyOperations } from './copy-object.ts';
import { copyPartOperations } from './copy-part.ts';
import { deleteOperations } from './delete-object.ts';
import { encryptionOperations } from './encryption.ts';
import { getOperations } from './get-object.ts';
import { lifecycleOperations } from './lifecycle.ts';
import { listOperations } from './list-objects.ts';
import { uploadListOperations } from './list-uploads.ts';
import { versionOperations } from './list-versions.ts';
import { multipartOperations } from './multipart.ts';
import { lockOperations } from './object-lock.ts';
import type { Operation } from './operation.ts';
import { putOperations } from './put-object.ts';
import { taggingOperations } from './tagging.ts';

/** All operations; specific ones come before general ones. */
export const operations: readonly Operation[] = [
  ...copyPartOperations,
  ...multipartOperations,
  ...completeOperations,
  ...uploadListOperations,
  ...copyOperations,
  ...deleteOperations,
  ...attributeOperations,
  ...accessOperations,
  ...aclOperations,
  ...taggingOperations,
  ...lockOperations,
  ...configurationOperations,
  ...encryptionOperations,
  ...lifecycleOperations,
  ...versionOperations,
  ...bucketOperations.filter(({ query }) => query !== undefined),
  ...listOperations.filter(({ query }) => query !== undefined),
  ...bucketOperations.filter(({ query }) => query === undefined),
  ...listOperations.filter(({ query }) => query === undefined),
  ...getOperations,
  ...putOperations,
];

/**
 * Parameters that select another operation. A request with one that is not served must not be taken for the plain
 * operation.
 */
const subresources = new Set(
  `accelerate acl analytics append attributes cors delete encryption intelligent-tiering inventory legal-hold lifecycle
  list-type location logging metadataConfiguration metadataInventoryTable metadataJournalTable metadataTable metrics
  notification object-lock ownershipControls policy policyStatus publicAccessBlock renameObject replication
  requestPayment restore retention select session tagging torrent uploadId uploads versioning versions website
  abac`.split(/\s+/),
);

const methods = new Set(['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS']);

/** The operation that a request selects. Throws NotImplemented and MethodNotAllowed. */
export function operationOf({ method, bucket, key, query, headers }: S3Request): Operation {
  const special = [...query.keys()].filter((name) => subresources.has(name));
  const level = key !== undefined ? 'object' : bucket !== undefined ? 'bucket' : 'service';
  const meant = method === 'PUT' && level === 'bucket' && special.length === 0 ? 'service' : level;
  const found = operations.find(
    (each) =>
      each.method === method &&
      each.level === meant &&
      (each.query === undefined ? special.length === 0 : special.includes(each.query)) &&
      (each.header === undefined || headers[each.header] !== undefined),
  );
  if (found) return found;
  // As Ceph has it: there is no torrent of an object.
  if (method === 'GET' && key !== undefined && special[0] === 'torrent') throw new S3Error('NoSuchKey');
  if (special.length > 0 || !methods.has(method)) {
    throw new S3Error('NotImplemented', { message: `${method} of ${special[0] ?? 'this'} is not implemented` });
  }
  throw new S3Error('MethodNotAllowed', { details: { Method: method, ResourceType: level.toUpperCase() } });
}
