import { S3Error } from '#lib/local/s3/errors.ts';
import { invalidArgument } from '#lib/local/s3/http/reply.ts';
import type { BucketRecord, ObjectRecord } from '#lib/local/s3/store/records.ts';
import { checkAccess, checkOwner } from './authorise.ts';
import { findObject } from './find.ts';
import { checkKeyless } from './object-headers.ts';
import type { ObjectCall } from './operation.ts';
import { checkReadConditions } from './read-conditions.ts';

/** The source of a copy. `find` reads it again, and throws where it no longer exists. */
export interface CopySource {
  bucket: BucketRecord;
  key: string;
  record: ObjectRecord;
  /** The version, if the client named one. */
  version: string | undefined;
  find: () => ObjectRecord;
}

/** Reads x-amz-copy-source and its conditions. The caller's key must be allowed to read the source. */
export function copySource(call: ObjectCall): CopySource {
  const { engine, request, signer } = call;
  checkKeyless(request.headers);
  const { name, key, version } = parse(request.headers['x-amz-copy-source'] ?? '');
  if (!signer) throw new S3Error('AccessDenied');
  const from = engine.store.peek(name);
  checkAccess(call, from, { name: 'GetObject', action: 'GetObject', bucket: name, path: key, version });
  const bucket = engine.store.bucket(name);
  checkOwner(bucket, request.headers['x-amz-source-expected-bucket-owner']);
  const find = () => findObject(engine.store, bucket, key, version);
  const record = find();
  checkReadConditions(request.headers, record, 'x-amz-copy-source-');
  return { bucket, key, version, record, find };
}

function parse(header: string): { name: string; key: string; version: string | undefined } {
  const [path = '', parameter] = header.split('?versionId=');
  let text: string;
  try {
    text = decodeURIComponent(path).replace(/^\//, '');
  } catch {
    throw invalidArgument('Invalid copy source encoding.', 'x-amz-copy-source', header);
  }
  const slash = text.indexOf('/');
  const [name, key] = [text.slice(0, slash), text.slice(slash + 1)];
  if (slash < 1 || key === '') {
    throw invalidArgument(
      'Copy Source must mention the source bucket and key: sourcebucket/sourcekey',
      'x-amz-copy-source',
      header,
    );
  }
  return { name, key, version: parameter };
}
