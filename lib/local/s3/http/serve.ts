import { decidesByNewTags } from '#lib/local/s3/auth/bucket-policy.ts';
import { callerOf } from '#lib/local/s3/auth/caller.ts';
import { readSignature } from '#lib/local/s3/auth/signature.ts';
import { verifyRequest } from '#lib/local/s3/auth/verify.ts';
import { S3Error } from '#lib/local/s3/errors.ts';
import { type Asked, checkOwner, mayAccess, recordOf } from '#lib/local/s3/operations/authorise.ts';
import type { BucketCall, Call, EngineContext, ObjectCall, Operation } from '#lib/local/s3/operations/operation.ts';
import { isPostForm, postObject } from '#lib/local/s3/operations/post-object.ts';
import { operationOf } from '#lib/local/s3/operations/table.ts';
import { planPayload } from '#lib/local/s3/payload/plan.ts';
import type { BucketRecord } from '#lib/local/s3/store/records.ts';
import { corsHeaders, preflight } from './cors.ts';
import { meetFault } from './faults.ts';
import { errorReply, type Reply } from './reply.ts';
import type { S3Request } from './request.ts';

/**
 * Serves one request: authenticates it, authorises it, and carries it out. Never throws: an error becomes the reply.
 */
export async function serve(engine: EngineContext, request: S3Request): Promise<Reply> {
  const bucket = engine.store.peek(request.bucket ?? '');
  try {
    if (request.method === 'OPTIONS') return preflight(request, bucket);
    const struck = await meetFault(engine.strike, request);
    const reply = isPostForm(request) ? await postObject(engine, request) : await operate(engine, request);
    if (struck?.outcome === 'lost_reply') return { ...reply, lost: true };
    return { ...reply, headers: { ...corsHeaders(request, bucket), ...reply.headers } };
  } catch (error) {
    if (!(error instanceof S3Error)) engine.log(`${request.id} ${request.method}: ${describe(error)}`);
    const reply = errorReply(error, { id: request.id, resource: request.path });
    return { ...reply, headers: { ...corsHeaders(request, bucket), ...reply.headers } };
  }
}

async function operate(engine: EngineContext, request: S3Request): Promise<Reply> {
  const sent = readSignature(request, engine.region);
  const form = sent && (sent.form === 'query' || sent.older ? 'query' : 'header');
  const plan = planPayload(request.headers, form, request.query.get('X-Amz-Content-Sha256'));
  if ((!sent || sent.older) && plan.framing === 'signed-chunks') throw new S3Error('AccessDenied');
  const signer = sent && (await verifyRequest(sent, request, plan.signedAs, engine));
  const operation = operationOf(request);
  const call: Call = { engine, request, signer, caller: callerOf(signer), plan };
  if (operation.level === 'service') {
    allow(call, operation, undefined);
    return operation.run(call);
  }
  const bucket = engine.store.bucket(request.bucket ?? '');
  checkOwner(bucket, request.headers['x-amz-expected-bucket-owner']);
  allow(call, operation, bucket);
  engine.traffic.count(bucket.id, { [operation.counts]: 1 });
  const inBucket: BucketCall = { ...call, bucket };
  if (operation.level === 'bucket') return counted(engine, bucket, await operation.run(inBucket));
  const onObject: ObjectCall = { ...inBucket, key: request.key ?? '' };
  return counted(engine, bucket, await operation.run(onObject));
}

/** Throws AccessDenied. */
function allow(call: Omit<Call, 'plan'>, operation: Operation, bucket: BucketRecord | undefined): void {
  const { request, caller } = call;
  const asked: Asked = {
    name: operation.name,
    action: operation.action,
    bucket: request.bucket,
    path: operation.level === 'bucket' ? request.query.get('prefix') : request.key,
    version: request.query.get('versionId'),
    uploadId: request.query.get('uploadId'),
  };
  if (operation.name === 'DeleteObjects') {
    // It names its keys in its body, where each is checked.
    if (caller.kind === 'user') return;
    asked.path = caller.kind === 'bucket-key' ? (caller.key.prefix ?? '') : '';
  }
  if (mayAccess(call, bucket, asked) || (operation.givesTags && decidesByNewTags(bucket?.policy))) return;
  if (operation.level === 'object' && mayKnowMissing(call, bucket, asked)) return;
  throw new S3Error('AccessDenied');
}

/** Whoever may list a bucket may read that an object does not exist. */
function mayKnowMissing(call: Omit<Call, 'plan'>, bucket: BucketRecord | undefined, asked: Asked): boolean {
  if (asked.action !== 'GetObject' || recordOf(call.engine.store, bucket, asked)) return false;
  const { bucket: name, path } = asked;
  return mayAccess(call, bucket, { name: 'ListObjects', action: 'ListBucket', bucket: name, path });
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
