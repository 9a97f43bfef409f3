import { createHash } from 'node:crypto';
import { callerOf } from '#lib/local/s3/auth/caller.ts';
import { checkPolicy, type PostPolicy } from '#lib/local/s3/auth/post-policy.ts';
import { provenForm } from '#lib/local/s3/auth/post-signature.ts';
import { S3Error } from '#lib/local/s3/errors.ts';
import { invalidArgument, type Reply } from '#lib/local/s3/http/reply.ts';
import type { S3Request } from '#lib/local/s3/http/request.ts';
import { checkedValue, newChecksum, sentChecksum } from '#lib/local/s3/payload/checksums.ts';
import { type Form, readForm } from '#lib/local/s3/payload/form.ts';
import { MAX_PUT_BYTES } from '#lib/local/s3/payload/plan.ts';
import { MAX_KEY_BYTES } from '#lib/local/s3/store/keys.ts';
import { publishBlob } from '#lib/local/s3/store/publish.ts';
import type { BucketRecord, ObjectHeaders, ObjectRecord, VersionLock } from '#lib/local/s3/store/records.ts';
import { parseSmallXml } from '#lib/local/s3/xml/parse.ts';
import { bareDocument } from '#lib/local/s3/xml/write.ts';
import { writtenAs } from './acl.ts';
import { checkAccess } from './authorise.ts';
import { askedEncryption } from './encryption-headers.ts';
import { askedLock } from './lock-headers.ts';
import { checkImplied, readObjectHeaders } from './object-headers.ts';
import type { EngineContext } from './operation.ts';
import { writtenHeaders } from './put-object.ts';
import { tagsOfXml } from './tags.ts';

/** Whether a request is a browser's form. */
export function isPostForm({ method, headers, bucket, key, query }: S3Request): boolean {
  const plain = method === 'POST' && bucket !== undefined && key === undefined && !query.has('delete');
  return plain && /^multipart\/form-data/i.test(headers['content-type'] ?? '');
}

/** Stores a form's file under a signed policy (S3, POST Object). Throws S3's errors before anything is stored. */
export async function postObject(engine: EngineContext, request: S3Request): Promise<Reply> {
  const form = await readForm(request.body(), request.headers['content-type'] ?? '');
  const { fields } = form;
  const name = request.bucket ?? '';
  const key = keyOf(form);
  const signer = await provenForm(engine, fields);
  const bucket = engine.store.bucket(name);
  const sent = headersOf(form);
  checkImplied(sent);
  const call = { engine, request, signer, caller: callerOf(signer), bucket, key };
  const tags = tagsOf(fields);
  const asked = { name: 'PutObject', action: 'PutObject' as const, bucket: name, path: key };
  checkAccess(call, bucket, { ...asked, headers: sent, newTags: tags });
  const described = writtenAs(call, { headers: sent, newTags: tags });
  const policy = signer
    ? checkPolicy(fields.get('policy') ?? '', fields, { bucket: name, key }, engine.now())
    : unlimited;
  const headers = { ...readObjectHeaders(sent), ...askedEncryption(call, sent), ...(tags && { tags }), ...described };
  engine.traffic.count(bucket.id, { put: 1 });
  const lock = askedLock(call, sent);
  const record = await store(engine, bucket, { form, key, policy, headers, lock });
  return created(request, bucket, key, record, fields);
}

/** An unsigned form has no policy. The bucket alone decides what it may do. */
const unlimited: PostPolicy = { least: 0, most: Number.POSITIVE_INFINITY };

function tagsOf(fields: Form['fields']): Record<string, string> | undefined {
  const tagging = fields.get('tagging');
  return tagging === undefined ? undefined : tagsOfXml(parseSmallXml(tagging), 10);
}

function keyOf({ fields, fileName }: Form): string {
  const key = fields.get('key')?.replaceAll('${filename}', () => fileName);
  if (!key)
    throw invalidArgument(
      "Bucket POST must contain a field named 'key'.  If it is specified, please check the order of the fields.",
      'key',
      '',
    );
  if (Buffer.byteLength(key) > MAX_KEY_BYTES) throw new S3Error('KeyTooLongError');
  return key;
}

/** The fields as headers, which are Latin-1 throughout, byte for byte. */
function headersOf({ fields, fileType }: Form): Record<string, string> {
  const headers = Object.fromEntries([...fields].map(([name, text]) => [name, Buffer.from(text).toString('latin1')]));
  const acl = fields.get('acl');
  return { ...(fileType && { 'content-type': fileType }), ...headers, ...(acl !== undefined && { 'x-amz-acl': acl }) };
}

interface Upload {
  form: Form;
  key: string;
  policy: PostPolicy;
  headers: ObjectHeaders;
  lock: VersionLock | undefined;
}

async function store(
  engine: EngineContext,
  bucket: BucketRecord,
  { form, key, policy, headers, lock }: Upload,
): Promise<ObjectRecord> {
  const writer = engine.store.blobs.writer(headers.encryption);
  try {
    const { md5, checksum } = await receiveFile(form, writer, policy);
    engine.traffic.count(bucket.id, { ingress: writer.size });
    const draft = { key, headers, etag: md5, checksum, conditions: {}, lock };
    return await publishBlob(engine.store, bucket, draft, await writer.finish());
  } catch (error) {
    await writer.discard();
    throw error;
  } finally {
    engine.store.blobs.settle(writer.id);
  }
}

async function receiveFile(
  { file, fields }: Form,
  sink: { write(bytes: Buffer): Promise<void> },
  { least, most }: PostPolicy,
) {
  const claimed = sentChecksum(Object.fromEntries(fields));
  const md5 = createHash('md5');
  const sum = claimed && newChecksum(claimed.algorithm);
  const limit = Math.min(most, MAX_PUT_BYTES);
  let size = 0;
  for await (const bytes of file) {
    size += bytes.length;
    if (size > limit) throw new S3Error('EntityTooLarge', { details: { ProposedSize: size, MaxSizeAllowed: limit } });
    md5.update(bytes);
    sum?.update(bytes);
    await sink.write(bytes);
  }
  if (size < least) throw new S3Error('EntityTooSmall', { details: { ProposedSize: size, MinSizeAllowed: least } });
  if (!claimed || !sum) return { md5: md5.digest('hex'), checksum: null };
  const { algorithm } = claimed;
  const value = sum.digest().toString('base64');
  if (value !== checkedValue(algorithm, claimed.value)) throw new S3Error('BadDigest');
  return { md5: md5.digest('hex'), checksum: { algorithm, value, type: 'FULL_OBJECT' as const } };
}

function created(
  request: S3Request,
  bucket: BucketRecord,
  key: string,
  record: ObjectRecord,
  fields: ReadonlyMap<string, string>,
): Reply {
  const location = `http://${request.headers.host}/${bucket.name}/${encodeURIComponent(key)}`;
  const headers = { ...writtenHeaders(bucket, record), location };
  const redirect = fields.get('success_action_redirect') ?? fields.get('redirect');
  if (redirect !== undefined && URL.canParse(redirect) && /^https?:/.test(redirect)) {
    const url = new URL(redirect);
    for (const [name, value] of [
      ['bucket', bucket.name],
      ['key', key],
      ['etag', `"${record.etag}"`],
    ] as const)
      url.searchParams.set(name, value);
    return { status: 303, headers: { ...headers, location: url.href } };
  }
  const status = fields.get('success_action_status');
  if (status === '200') return { status: 200, headers };
  if (status !== '201') return { status: 204, headers };
  return {
    status: 201,
    headers,
    xml: bareDocument('PostResponse', { Location: location, Bucket: bucket.name, Key: key, ETag: `"${record.etag}"` }),
  };
}
