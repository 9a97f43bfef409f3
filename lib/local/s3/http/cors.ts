import type { CorsRule } from '#lib/drivers/objects/bucket-rules.ts';
import { S3Error } from '#lib/local/s3/errors.ts';
import type { BucketRecord } from '#lib/local/s3/store/records.ts';
import type { Reply } from './reply.ts';
import type { S3Request } from './request.ts';

const VARY = 'Origin, Access-Control-Request-Headers, Access-Control-Request-Method';

/**
 * Answers a preflight by the first rule that fits. Throws AccessForbidden where none fits, BadRequest for a request
 * that is not a preflight.
 */
export function preflight(request: S3Request, bucket: BucketRecord | undefined): Reply {
  const {
    origin,
    'access-control-request-method': method,
    'access-control-request-headers': list = '',
  } = request.headers;
  if (!origin) throw new S3Error('BadRequest');
  if (bucket?.status !== 'active') throw forbidden('Bucket not found', request);
  if (!method) throw new S3Error('BadRequest', { message: 'Invalid Access-Control-Request-Method: null' });
  if (bucket.cors.length === 0) throw forbidden('CORS is not enabled for this bucket.', request);
  const asked = list
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '');
  const rule = bucket.cors.find(
    (each) => fits(each, origin, method) && asked.every((name) => allows(each.allowedHeaders, name)),
  );
  if (!rule) throw forbidden('This CORS request is not allowed.', request);
  return {
    headers: {
      ...corsHeadersOf(rule, origin),
      'access-control-allow-headers': asked.length > 0 ? asked.join(', ') : undefined,
      'access-control-max-age': rule.maxAgeSeconds,
      'content-length': 0,
    },
  };
}

function forbidden(why: string, { headers, key }: S3Request): S3Error {
  const { 'access-control-request-method': method = '' } = headers;
  const details = { Method: method.slice(0, 16), ResourceType: key === undefined ? 'BUCKET' : 'OBJECT' };
  return new S3Error('AccessForbidden', { message: `CORSResponse: ${why}`, details });
}

/** The headers that let a page read this answer; none where no rule fits. */
export function corsHeaders(
  { headers, method }: S3Request,
  bucket: BucketRecord | undefined,
): Record<string, string | undefined> {
  const { origin, 'access-control-request-method': asked = method } = headers;
  if (method === 'OPTIONS') return {};
  const rule = origin === undefined ? undefined : bucket?.cors.find((each) => fits(each, origin, asked));
  return rule && origin !== undefined ? corsHeadersOf(rule, origin) : {};
}

function corsHeadersOf(rule: CorsRule, origin: string): Record<string, string | undefined> {
  const anyone = rule.allowedOrigins.includes('*');
  return {
    'access-control-allow-origin': anyone ? '*' : origin,
    'access-control-allow-credentials': anyone ? undefined : 'true',
    'access-control-allow-methods': rule.allowedMethods.join(', '),
    'access-control-expose-headers': rule.exposeHeaders.length > 0 ? rule.exposeHeaders.join(', ') : undefined,
    vary: VARY,
  };
}

function fits(rule: CorsRule, origin: string, method: string): boolean {
  return rule.allowedMethods.includes(method) && allows(rule.allowedOrigins, origin);
}

function allows(patterns: readonly string[], text: string): boolean {
  return patterns.some((pattern) => {
    const [head = '', tail] = pattern.toLowerCase().split('*');
    const value = text.toLowerCase();
    if (tail === undefined) return value === head;
    return value.length >= head.length + tail.length && value.startsWith(head) && value.endsWith(tail);
  });
}
