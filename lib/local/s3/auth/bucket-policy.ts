import { S3Error } from '#lib/local/s3/errors.ts';
import { glob } from '#lib/model/identity/policy/glob.ts';
import { repeatedKey } from '#lib/model/platform/repeated-key.ts';
import type { Answer } from './keys.ts';
import { type Condition, type Facts, holds, isNarrow, readConditions } from './policy-conditions.ts';

/** The parts of a statement that can be written as what they do not mean. */
type Part = 'Principal' | 'Action' | 'Resource';

/** A statement of a bucket's policy. */
export interface PolicyStatement {
  effect: 'Allow' | 'Deny';
  /** Access key ids, account ids and SRNs of users; `*` means everyone, with or without a key. */
  principals: string[];
  actions: string[];
  resources: string[];
  /** The parts that are written as NotPrincipal, NotAction and NotResource. */
  except?: Part[];
  conditions?: Condition[];
}

/** A bucket's policy, as its text and as it was parsed. */
export interface BucketPolicy {
  text: string;
  statements: PolicyStatement[];
}

/** A request that a policy decides. */
export interface PolicyQuestion {
  /** The names by which a principal means the caller; none for an anonymous request. */
  names: readonly string[];
  /** The action without `s3:`. */
  action: string;
  /** The resource: bucket, or bucket/key. */
  resource: string;
  /** The values of the condition keys. */
  facts: Facts;
}

const MOST_BYTES = 20 * 1024;
const ARN = 'arn:aws:s3:::';
const known = new Set([
  'Sid',
  'Effect',
  'Condition',
  ...bothOf('Principal'),
  ...bothOf('Action'),
  ...bothOf('Resource'),
]);
const versions = new Set([undefined, '2008-10-17', '2012-10-17']);

/** Parses a policy for a bucket. Throws MalformedPolicy, also for parts that would otherwise be ignored. */
export function readBucketPolicy(text: string, bucket: string): BucketPolicy {
  if (Buffer.byteLength(text) > MOST_BYTES) throw malformed(`Policies must be at most ${MOST_BYTES} bytes`);
  let document: Record<string, unknown>;
  try {
    document = Object(JSON.parse(text));
  } catch {
    throw malformed("Policies must be valid JSON and the first byte must be '{'");
  }
  const twice = repeatedKey(text);
  if (twice !== undefined) throw malformed(`${twice} is given twice`);
  const other = Object.keys(document).find((name) => !['Version', 'Id', 'Statement'].includes(name));
  if (other !== undefined) throw malformed(`Unknown field ${other.slice(0, 64)}`);
  if (!versions.has(document.Version as string | undefined)) throw malformed('The policy must contain a valid version');
  const statements = listOf(document.Statement);
  if (statements.length === 0) throw malformed('Missing required field Statement');
  return { text, statements: statements.map((each) => readStatement(each, bucket)) };
}

/** What a policy decides: a denial wins over an allowance; a policy may also decide nothing. */
export function decide(policy: BucketPolicy | undefined, question: PolicyQuestion): Answer {
  const effects = new Set(policy?.statements.filter((each) => applies(each, question)).map(({ effect }) => effect));
  if (effects.has('Deny')) return 'deny';
  return effects.has('Allow') ? 'allow' : 'silent';
}

/** Whether a policy decides by the tags that a request gives, which may be in its body. */
export function decidesByNewTags(policy: BucketPolicy | undefined): boolean {
  const keys = policy?.statements.flatMap(({ conditions = [] }) => conditions.map(({ key }) => key)) ?? [];
  return keys.some((key) => key.startsWith('s3:requestobjecttag'));
}

/** Whether a policy allows everyone anything, from more than some addresses. */
export function isPublicPolicy(policy: BucketPolicy | undefined): boolean {
  return (
    policy?.statements.some(
      ({ effect, principals, conditions = [] }) =>
        effect === 'Allow' && principals.includes('*') && !conditions.some(isNarrow),
    ) ?? false
  );
}

function applies(statement: PolicyStatement, { names, action, resource, facts }: PolicyQuestion): boolean {
  const { principals, actions, resources, except = [], conditions = [] } = statement;
  const means = (part: Part, matches: boolean) => matches !== except.includes(part);
  return (
    means(
      'Principal',
      principals.some((each) => each === '*' || names.includes(each)),
    ) &&
    means(
      'Action',
      actions.some((each) => glob(each.toLowerCase())(`s3:${action.toLowerCase()}`)),
    ) &&
    means(
      'Resource',
      resources.some((each) => glob(each)(resource)),
    ) &&
    conditions.every((each) => holds(each, facts))
  );
}

function readStatement(value: unknown, bucket: string): PolicyStatement {
  if (typeof value !== 'object' || value === null) throw malformed('A statement must be an object');
  const statement = value as Record<string, unknown>;
  const unknown = Object.keys(statement).find((name) => !known.has(name));
  if (unknown !== undefined) throw malformed(`Unknown field ${unknown.slice(0, 64)}`);
  const { Effect: effect, Condition: conditions } = statement;
  if (effect !== 'Allow' && effect !== 'Deny') throw malformed('Effect must be Allow or Deny');
  const except = (['Principal', 'Action', 'Resource'] as const).filter((part) => isExcept(statement, part));
  if (effect === 'Allow' && except.includes('Principal')) throw malformed('Allow with NotPrincipal is not allowed');
  return {
    effect,
    principals: principalsOf(statement.Principal ?? statement.NotPrincipal),
    actions: actionsOf(statement),
    resources: resourcesOf(statement, bucket),
    ...(except.length > 0 && { except }),
    ...(conditions !== undefined && { conditions: readConditions(conditions, malformed) }),
  };
}

function bothOf(part: Part): [string, string] {
  return [part, `Not${part}`];
}

/** Whether a part is written as what it does not mean. Throws where both forms or neither is there. */
function isExcept(statement: Record<string, unknown>, part: Part): boolean {
  const [plain, not] = bothOf(part).map((name) => statement[name] !== undefined);
  if (plain === not) throw malformed(plain ? `${part} and Not${part} exclude each other` : missing(part));
  return not === true;
}

function actionsOf(statement: Record<string, unknown>): string[] {
  const actions = texts(statement, 'Action');
  if (actions.every((each) => each === '*' || /^s3:[a-z*?]+$/i.test(each))) return actions;
  throw malformed('Policy has invalid action');
}

function resourcesOf(statement: Record<string, unknown>, bucket: string): string[] {
  const resources = texts(statement, 'Resource').map((each) => each.slice(ARN.length * Number(each.startsWith(ARN))));
  if (resources.every((each) => glob(each.split('/', 1)[0] ?? '')(bucket))) return resources;
  throw malformed('Policy has invalid resource');
}

/** Amazon's form of an account or a user means the account, or the key of that name. */
const amazon = /^arn:aws:iam::(?:([\w-]{1,64}):root|\d*:user\/(.*))$/s;

function principalsOf(principal: unknown): string[] {
  const named = principal === '*' ? '*' : onlyAws(principal);
  const principals = listOf(named).map((each) => String(each).replace(amazon, '$1$2'));
  const valid = /^(?:\*|[\w-]{1,128}|srn:iam::[\w-]{1,64}:[\w./@+=,-]{1,128})$/;
  if (principals.length > 0 && principals.every((each) => valid.test(each))) return principals;
  throw malformed('Invalid principal in policy');
}

function onlyAws(principal: unknown): unknown {
  const entries = Object.entries(Object(principal));
  if (entries.every(([kind]) => kind === 'AWS')) return entries[0]?.[1];
  throw malformed('Invalid principal in policy');
}

function texts(statement: Record<string, unknown>, part: Part): string[] {
  const list = listOf(statement[part] ?? statement[`Not${part}`]);
  if (list.length > 0 && list.every((each) => typeof each === 'string')) return list as string[];
  throw malformed(missing(part));
}

const missing = (part: Part): string => `Missing required field ${part}`;

function listOf(value: unknown): unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function malformed(message: string): S3Error {
  return new S3Error('MalformedPolicy', { message });
}
