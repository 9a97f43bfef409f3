import { createHmac, timingSafeEqual } from 'node:crypto';
import { S3Error } from '#lib/local/s3/errors.ts';
import { invalidArgument } from '#lib/local/s3/http/reply.ts';
import { ALGORITHM } from '#lib/standards/sigv4/canonical.ts';
import { isSameSignature } from '#lib/standards/sigv4/core.ts';
import { readHex, readScope, readTime } from './signature.ts';
import { type Signer, signerOf, type VerifyContext } from './verify.ts';

type Fields = ReadonlyMap<string, string>;

/** The fields of which one is enough to make a form a signed one. */
const proofs = [
  'policy',
  'signature',
  'awsaccesskeyid',
  'x-amz-algorithm',
  'x-amz-credential',
  'x-amz-date',
  'x-amz-signature',
];

/**
 * The signer of a form; undefined for an anonymous one. The signature covers the policy document, which has an end.
 * Throws AccessDenied, InvalidArgument, InvalidAccessKeyId and SignatureDoesNotMatch.
 */
export async function provenForm(context: VerifyContext, fields: Fields): Promise<Signer | undefined> {
  if (!proofs.some((name) => fields.has(name))) return undefined;
  const policy = fields.get('policy');
  if (policy === undefined) throw new S3Error('AccessDenied');
  return fields.has('signature') ? olderSigner(context, fields, policy) : newerSigner(context, fields, policy);
}

async function newerSigner(context: VerifyContext, fields: Fields, policy: string): Promise<Signer> {
  const code = 'AuthorizationQueryParametersError';
  const algorithm = fields.get('x-amz-algorithm') ?? '';
  if (algorithm !== ALGORITHM) {
    throw invalidArgument(`X-Amz-Algorithm only supports "${ALGORITHM}"`, 'x-amz-algorithm', algorithm);
  }
  const sent = {
    form: 'post' as const,
    ...readScope(fields.get('x-amz-credential'), context.region, code),
    ...readTime(fields.get('x-amz-date'), code),
    expires: undefined,
    signedHeaders: [],
    signature: readHex(fields.get('x-amz-signature'), code),
  };
  const signer = await signerOf(sent, context);
  if (isSameSignature(signer.sign(policy), sent.signature)) return signer;
  throw mismatch(sent.accessKeyId);
}

/** The older signature of forms: HMAC-SHA1 of the policy with the secret itself, which many form libraries send. */
async function olderSigner(context: VerifyContext, fields: Fields, policy: string): Promise<Signer> {
  const signature = fields.get('signature') ?? '';
  const accessKeyId = fields.get('awsaccesskeyid');
  if (!accessKeyId || accessKeyId.length > 128) {
    throw invalidArgument('A form with a signature must have the field AWSAccessKeyId', 'AWSAccessKeyId', '');
  }
  const signedAt = context.now();
  const [timestamp, date] = [signedAt.toISOString(), signedAt.toISOString().slice(0, 10).replaceAll('-', '')];
  const sent = { form: 'post' as const, accessKeyId, date, timestamp, signedAt, expires: undefined };
  const signer = await signerOf({ ...sent, signedHeaders: [], signature }, context);
  const expected = createHmac('sha1', signer.key.secret).update(policy).digest();
  const given = Buffer.from(signature, 'base64');
  if (given.length === expected.length && timingSafeEqual(given, expected)) return signer;
  throw mismatch(accessKeyId);
}

function mismatch(accessKeyId: string): S3Error {
  return new S3Error('SignatureDoesNotMatch', { details: { AWSAccessKeyId: accessKeyId } });
}
