import { S3Error } from '#lib/local/s3/errors.ts';
import { glob } from '#lib/model/identity/policy/glob.ts';

/** A statement of a bucket's policy. Parts that are missing here (conditions, Not…) are not implemented. */
export interface PolicyStatement {
  effect: 'Allow' | 'Deny';
  /** Access key ids; `*` means everyone, with or without a key. */
  principals: string[];
  actions: string[];
  resources: string[];
}

/** A bucket's policy, as its text and as it was parsed. */
export interface BucketPolicy {
  text: string;
  statements: PolicyStatement[];
}

/** A request that a policy decides. */
export interface PolicyQuestion {
  /** Undefined for an anonymous request. */
  accessKeyId: string | undefined;
  /** The action without `s3:`. */
  action: string;
  /** The resource: bucket, or bucket/key. */
  resource: string;
}

const MOST_BYTES = 20 * 1024;
const ARN = 'arn:aws:s3:::';
const known = new Set(['Sid', 'Effect', 'Principal', 'Action', 'Resource']);
const elsewhere = new Set(['Condition', 'NotPrincipal', 'NotAction', 'NotResource']);

/**
 * Parses a policy for a bucket. Throws MalformedPolicy, and NotImplemented for parts that would otherwise be ignored.
 */
export function readBucketPolicy(text: string, bucket: string): BucketPolicy {
  if (Buffer.byteLength(text) > MOST_BYTES) throw malformed(`Policies must be at most ${MOST_BYTES} bytes`);
  let document: { Statement?: unknown };
  try {
    document = Object(JSON.parse(text));
  } catch {
    throw malformed("Policies must be valid JSON and the first byte must be '{'");
  }
  const statements = listOf(document.Statement);
  if (statements.length === 0) throw malformed('Missing required field Statement');
  return { text, statements: statements.map((each) => readStatement(each, bucket)) };
}

/** What a policy decides: a denial wins over an allowance; a policy may also decide nothing. */
export function decide(policy: BucketPolicy | undefined, question: PolicyQuestion): 'allow' | 'deny' | 'silent' {
  const effects = new Set(policy?.statements.filter((each) => applies(each, question)).map(({ effect }) => effect));
  if (effects.has('Deny')) return 'deny';
  return effects.has('Allow') ? 'allow' : 'silent';
}

/** Whether a policy allows everyone anything. */
export function isPublicPolicy(policy: BucketPolicy | undefined): boolean {
  return policy?.statements.some(({ effect, principals }) => effect === 'Allow' && principals.includes('*')) ?? false;
}

function applies({ principals, actions, resources }: PolicyStatement, question: PolicyQuestion): boolean {
  const { accessKeyId, action, resource } = question;
  return (
    principals.some((each) => each === '*' || each === accessKeyId) &&
    actions.some((each) => glob(each.toLowerCase())(`s3:${action.toLowerCase()}`)) &&
    resources.some((each) => glob(each)(resource))
  );
}

function readStatement(value: unknown, bucket: string): PolicyStatement {
  if (typeof value !== 'object' || value === null) throw malformed('A statement must be an object');
  const statement = value as Record<string, unknown>;
  for (const name of Object.keys(statement)) {
    if (elsewhere.has(name)) throw new S3Error('NotImplemented', { message: `${name} in a policy is not implemented` });
    if (!known.has(name)) throw malformed(`Unknown field ${name.slice(0, 64)}`);
  }
  const { Effect: effect } = statement;
  if (effect !== 'Allow' && effect !== 'Deny') throw malformed('Effect must be Allow or Deny');
  const resources = texts(statement, 'Resource').map((each) => each.slice(ARN.length * Number(each.startsWith(ARN))));
  if (resources.some((each) => each !== bucket && !each.startsWith(`${bucket}/`))) {
    throw malformed('Policy has invalid resource');
  }
  const actions = texts(statement, 'Action');
  if (actions.some((each) => each !== '*' && !/^s3:[a-z*?]+$/i.test(each)))
    throw malformed('Policy has invalid action');
  return { effect, principals: principalsOf(statement.Principal), actions, resources };
}

function principalsOf(principal: unknown): string[] {
  const named = principal === '*' ? '*' : (Object(principal) as { AWS?: unknown }).AWS;
  const principals = listOf(named).map((each) => String(each).replace(/^arn:aws:iam::\d*:user\//, ''));
  if (principals.length > 0 && principals.every((each) => /^[\w*-]{1,128}$/.test(each))) return principals;
  throw malformed('Invalid principal in policy');
}

function texts(statement: Record<string, unknown>, name: string): string[] {
  const list = listOf(statement[name]);
  if (list.length > 0 && list.every((each) => typeof each === 'string')) return list as string[];
  throw malformed(`Missing required field ${name}`);
}

function listOf(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function malformed(message: string): S3Error {
  return new S3Error('MalformedPolicy', { message });
}
