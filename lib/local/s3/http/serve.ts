import { type Access, checkAccess } from '#lib/local/s3/auth/permissions.ts';
import { readSignature } from '#lib/local/s3/auth/signature.ts';
import { type Signer, verifyRequest } from '#lib/local/s3/auth/verify.ts';
import { S3Error } from '#lib/local/s3/errors.ts';
import type { BucketCall, Call, EngineContext, ObjectCall, Operation } from '#lib/local/s3/operations/operation.ts';
import { isPostForm, postObject } from '#lib/local/s3/operations/post-object.ts';
import { operationOf } from '#lib/local/s3/operations/table.ts';
import { planPayload } from '#lib/local/s3/payload/plan.ts';
import type { BucketRecord } from '#lib/local/s3/store/records.ts';
import { corsHeaders, preflight } from './cors.ts';
import { errorReply, type Reply } from './reply.ts';
import type { S3Request } from './request.ts';

/**
 * Serves one request: authenticates it, authorises it, and carries it out. Never throws: an error becomes the reply.
 */
export async function serve(engine: EngineContext, request: S3Request): Promise<Reply> {
  const bucket = engine.store.peek(request.bucket ?? '');
  try {
    if (request.method === 'OPTIONS') return preflight(request, bucket);
    const reply = isPostForm(request) ? await postObject(engine, request) : await operate(engine, request, bucket);
    return { ...reply, headers: { ...corsHeaders(request, bucket), ...reply.headers } };
  } catch (error) {
    if (!(error instanceof S3Error)) engine.log(`${request.id} ${request.method}: ${describe(error)}`);
    const reply = errorReply(error, { id: request.id, resource: request.path });
    return { ...reply, headers: { ...corsHeaders(request, bucket), ...reply.headers } };
  }
}

async function operate(engine: EngineContext, request: S3Request, peeked: BucketRecord | undefined): Promise<Reply> {
  const sent = readSignature(request, engine.region);
  const form = sent && (sent.form === 'query' ? 'query' : 'header');
  const plan = planPayload(request.headers, form, request.query.get('X-Amz-Content-Sha256'));
  if (!sent && plan.framing === 'signed-chunks') throw new S3Error('AccessDenied');
  const signer = sent && (await verifyRequest(sent, request, plan.signedAs, engine));
  const operation = operationOf(request);
  const call: Call = { engine, request, signer, plan };
  if (operation.level === 'service') {
    allow(request, operation, signer, peeked);
    return operation.run(call);
  }
  const bucket = engine.store.bucket(request.bucket ?? '');
  allow(request, operation, signer, bucket);
  engine.traffic.count(bucket.id, { [operation.counts]: 1 });
  const inBucket: BucketCall = { ...call, bucket };
  if (operation.level === 'bucket') return counted(engine, bucket, await operation.run(inBucket));
  const onObject: ObjectCall = { ...inBucket, key: request.key ?? '' };
  return counted(engine, bucket, await operation.run(onObject));
}

/** Throws AccessDenied. */
function allow(
  request: S3Request,
  operation: Operation,
  signer: Signer | undefined,
  bucket: BucketRecord | undefined,
): void {
  const listing = operation.level === 'bucket' ? request.query.get('prefix') : request.key;
  const exactly = exactActionOf(operation, request);
  const access: Access = { action: operation.action, exactly, bucket: request.bucket, path: listing };
  // DeleteObjects names its keys in its body, where each is checked.
  const inside = operation.name === 'DeleteObjects' ? (signer?.key.prefix ?? '') : undefined;
  checkAccess(signer, bucket, inside ? { ...access, path: inside } : access);
}

/** IAM's name of an operation. */
function exactActionOf({ name, action }: Operation, { query }: S3Request): string {
  if (name === 'ListObjectVersions') return 'ListBucketVersions';
  if (/Tagging|Acl|Attributes|Retention|LegalHold|^(Get|Put|Delete)Bucket/.test(name)) return name;
  return query.has('versionId') && action !== 'PutObject' ? `${action}Version` : action;
}

function counted(engine: EngineContext, bucket: BucketRecord, reply: Reply): Reply {
  const { stream } = reply;
  if (!stream) return reply;
  return {
    ...reply,
    stream: async function* metered() {
      for await (const bytes of stream()) {
        yield bytes;
        engine.traffic.count(bucket.id, { egress: bytes.length });
      }
    },
  };
}

function describe(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}
