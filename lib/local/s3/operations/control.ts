import { sourceOf } from '#lib/local/inside/sources.ts';
import { accountOf, ownerOf } from '#lib/local/s3/auth/caller.ts';
import type { BucketChange, ControlReply } from '#lib/local/s3/control.ts';
import { type ErrorCode, S3Error } from '#lib/local/s3/errors.ts';
import type { BucketRecord } from '#lib/local/s3/store/records.ts';
import type { Call, EngineContext } from './operation.ts';

/** The S3 error of a refusal, by its X-Error-Code. */
const refusals: Readonly<Record<string, ErrorCode>> = {
  access_denied: 'AccessDenied',
  account_blocked: 'AccessDenied',
  email_not_verified: 'AccessDenied',
  insufficient_balance: 'AccessDenied',
  already_exists: 'BucketAlreadyExists',
  in_use: 'BucketNotEmpty',
  not_found: 'NoSuchBucket',
  quota_exceeded: 'TooManyBuckets',
  validation_failed: 'InvalidArgument',
  unknown_field: 'InvalidArgument',
  payload_too_large: 'MaxMessageLengthExceeded',
  operation_in_progress: 'OperationAborted',
  wrong_state: 'OperationAborted',
  rate_limited: 'SlowDown',
  invalid_signature: 'InvalidAccessKeyId',
  key_inactive: 'InvalidAccessKeyId',
};

/** Whether the platform's API makes the changes of buckets that this caller asks for. */
const asksApi = ({ caller, signer, engine }: Call) =>
  caller.kind === 'user' && signer !== undefined && engine.control !== undefined;

/**
 * Has the platform's API make a change of a bucket that a user asked for; keys of the platform and of buckets change
 * the engine alone. Resolves with whether the API made it. Throws the S3 error of its refusal.
 */
export async function changedByApi(call: Call, name: string, change: BucketChange): Promise<boolean> {
  const { engine, request, signer, caller } = call;
  const { control } = engine;
  if (caller.kind !== 'user' || !signer || !control) return false;
  const sender = {
    accessKeyId: signer.accessKeyId,
    secret: signer.key.secret,
    source: sourceOf(request.message.socket),
    userAgent: request.headers['user-agent'] ?? '',
  };
  const reply = await inTurn(engine, name, () => control(change, sender));
  if (reply.status < 400) return true;
  throw refusalOf(call, name, reply);
}

const turns = new WeakMap<EngineContext, Map<string, Promise<unknown>>>();

/**
 * Makes one change of a bucket at a time, in the order of the requests: of many at once the API would refuse some
 * (409), where S3 accepts all and the last one counts.
 */
async function inTurn<Result>(engine: EngineContext, name: string, work: () => Promise<Result>): Promise<Result> {
  const last = turns.get(engine) ?? new Map<string, Promise<unknown>>();
  turns.set(engine, last);
  const mine = (last.get(name) ?? Promise.resolve()).then(work, work);
  last.set(name, mine);
  try {
    return await mine;
  } finally {
    if (last.get(name) === mine) last.delete(name);
  }
}

function refusalOf({ engine, caller }: Call, name: string, { status, code, error }: ControlReply): S3Error {
  const details = { BucketName: name };
  if (code === 'already_exists') {
    const there = engine.store.peek(name);
    const isOwn = there !== undefined && ownerOf(there).ID === accountOf(caller)?.ID;
    return new S3Error(isOwn ? 'BucketAlreadyOwnedByYou' : 'BucketAlreadyExists', { details });
  }
  if (code === 'validation_failed' && error.startsWith('name:')) return new S3Error('InvalidBucketName', { details });
  const found = Object.hasOwn(refusals, code) ? refusals[code] : undefined;
  if (!found) return new S3Error(status >= 500 ? 'ServiceUnavailable' : 'InvalidRequest', { details });
  const saysMore = ['AccessDenied', 'TooManyBuckets', 'InvalidArgument', 'OperationAborted'].includes(found);
  return new S3Error(found, { details, ...(saysMore && { message: error }) });
}

/** The settings of a bucket that have a request of the API. */
type Settings = Pick<BucketRecord, 'acl' | 'cors' | 'lifecycle' | 'versioning' | 'tags'>;

/**
 * Has the platform's API change settings of a bucket, as `changedByApi` does. An empty change is asked for where the
 * API has none of these settings: it checks and audits that the user changes the bucket.
 */
export async function configuredByApi(call: Call, name: string, settings: Partial<Settings>): Promise<boolean> {
  return asksApi(call) && (await changedByApi(call, name, requestOf(name, settings)));
}

function requestOf(name: string, settings: Partial<Settings>): BucketChange {
  const path = `/${encodeURIComponent(name)}`;
  const { acl, cors, lifecycle, versioning, tags } = settings;
  if (cors) return rulesRequest(`${path}/cors`, cors.map(corsBody));
  if (lifecycle) return rulesRequest(`${path}/lifecycle`, lifecycle.map(lifecycleBody));
  const body = { ...(acl && { acl }), ...(versioning && { versioning }), ...(tags && { tags }) };
  return { method: 'PATCH', path, body };
}

const rulesRequest = (path: string, rules: object[]): BucketChange =>
  rules.length > 0 ? { method: 'PUT', path, body: { rules } } : { method: 'DELETE', path };

const corsBody = (rule: Settings['cors'][number]) => ({
  ...(rule.id && { id: rule.id }),
  allowed_origins: rule.allowedOrigins,
  allowed_methods: rule.allowedMethods,
  allowed_headers: rule.allowedHeaders,
  expose_headers: rule.exposeHeaders,
  ...(rule.maxAgeSeconds !== undefined && { max_age_seconds: rule.maxAgeSeconds }),
});

const lifecycleBody = (rule: Settings['lifecycle'][number]) => ({
  id: rule.id,
  enabled: rule.enabled,
  prefix: rule.prefix,
  ...(rule.tags && { tags: rule.tags }),
  ...(rule.largerThan !== undefined && { larger_than: rule.largerThan }),
  ...(rule.smallerThan !== undefined && { smaller_than: rule.smallerThan }),
  ...(rule.expireDays !== undefined && { expire_days: rule.expireDays }),
  ...(rule.expireAt !== undefined && { expire_on: new Date(rule.expireAt).toISOString().slice(0, 10) }),
  ...(rule.expireMarkers && { expire_markers: true }),
  ...(rule.noncurrentDays !== undefined && { noncurrent_days: rule.noncurrentDays }),
  ...(rule.keepNoncurrent !== undefined && { keep_noncurrent: rule.keepNoncurrent }),
  ...(rule.abortMultipartDays !== undefined && { abort_multipart_days: rule.abortMultipartDays }),
});
