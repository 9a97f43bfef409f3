import { S3Error } from '#lib/local/s3/errors.ts';
import { repeatedKey } from '#lib/model/platform/repeated-key.ts';

/** What a form's policy allows. */
export interface PostPolicy {
  /** The size of the file in bytes. */
  least: number;
  most: number;
}

/** The one form of a policy's end: ISO 8601 in UTC. */
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/;

type Condition =
  | readonly [operator: string, name: string, value: string]
  | readonly ['content-length-range', number, number];

/** Fields that need no condition: the proof itself, checksums, which only refuse, and those to be ignored. */
const free = /^(?:awsaccesskeyid|signature|x-amz-signature|file|policy|x-amz-checksum-.*|x-ignore-.*)$/;

/**
 * Checks a form against its policy document. Throws AccessDenied for what the policy does not allow, and an error such
 * as InvalidArgument for an invalid policy.
 */
export function checkPolicy(
  encoded: string,
  fields: ReadonlyMap<string, string>,
  { bucket, key }: { bucket: string; key: string },
  now: Date,
): PostPolicy {
  const { expiration, conditions } = parsePolicy(encoded);
  if (!(Date.parse(expiration) > now.getTime())) throw denied('Policy expired.');
  const values = new Map<string, readonly string[]>([
    ...[...fields].map(([name, value]) => [name, [value]] as const),
    ['bucket', [bucket]],
  ]);
  // A condition on the key may mean it with the name of the file, or with the variable for it.
  values.set('key', [key, ...(values.get('key') ?? [])]);
  const met = new Set<string>();
  const policy: PostPolicy = { least: 0, most: Number.POSITIVE_INFINITY };
  for (const condition of conditions) {
    if (condition[0] === 'content-length-range') {
      [policy.least, policy.most] = [Number(condition[1]), Number(condition[2])];
      continue;
    }
    const [operator, name, wanted] = condition as readonly [string, string, string];
    const sent = values.get(name) ?? [''];
    const fits = (value: string) => (operator === 'eq' ? value === wanted : value.startsWith(wanted));
    if (!sent.some(fits)) throw denied(`Policy Condition failed: ["${operator}", "$${name}", "${wanted}"]`);
    met.add(name);
  }
  if (!met.has('bucket')) throw denied('Policy must have a condition for the bucket');
  const extra = [...fields.keys()].find((name) => !met.has(name) && !free.test(name));
  if (extra !== undefined) throw denied(`Extra input fields: ${extra.slice(0, 64)}`);
  return policy;
}

function parsePolicy(encoded: string): { expiration: string; conditions: Condition[] } {
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  let policy: unknown;
  try {
    policy = JSON.parse(text);
  } catch {
    throw invalid('Invalid JSON.');
  }
  const twice = repeatedKey(text);
  if (twice !== undefined) throw invalid(`${twice} is given twice.`);
  const { expiration, conditions } = (policy ?? {}) as { expiration?: unknown; conditions?: unknown };
  if (typeof expiration !== 'string') throw invalid('Policy missing expiration.');
  if (!TIME.test(expiration)) throw invalid("Invalid 'expiration' value.");
  if (!Array.isArray(conditions)) throw invalid('Policy missing conditions.');
  return { expiration, conditions: conditions.flatMap(readCondition) };
}

function readCondition(condition: unknown): Condition[] {
  if (Array.isArray(condition)) return [listedCondition(condition)];
  if (typeof condition !== 'object' || condition === null) throw invalid('Invalid Condition.');
  const entries = Object.entries(condition);
  if (entries.length === 0) throw invalid('Invalid Simple-Condition: it is empty.');
  return entries.map(([name, value]) => {
    if (typeof value !== 'string') throw invalid('Invalid Simple-Condition: value must be a string.');
    return ['eq', name.toLowerCase(), value] as const;
  });
}

function listedCondition(condition: unknown[]): Condition {
  const [operator, name, value] = condition;
  const kind = String(operator).toLowerCase();
  if (kind === 'content-length-range') {
    if (![name, value].every((each) => Number.isSafeInteger(Number(each))))
      throw invalid('Invalid content-length-range.');
    return ['content-length-range', Number(name), Number(value)];
  }
  const known = kind === 'eq' || kind === 'starts-with';
  if (!known || typeof name !== 'string' || !name.startsWith('$') || typeof value !== 'string')
    throw invalid('Invalid Condition.');
  return [kind, name.slice(1).toLowerCase(), value];
}

function invalid(what: string): S3Error {
  return new S3Error('InvalidRequest', { message: `Invalid Policy: ${what}` });
}

function denied(why: string): S3Error {
  return new S3Error('AccessDenied', { message: `Invalid according to Policy: ${why}` });
}
