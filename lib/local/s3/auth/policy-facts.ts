import { parseQuery } from '#lib/local/s3/http/target.ts';
import type { Source } from '#lib/model/platform/source.ts';

/** The type of a condition key's value, which decides the operators that fit. */
export type FactKind = 'text' | 'address' | 'truth' | 'number' | 'time';

/** What the conditions of a bucket's policy know of a request. */
export interface PolicyRequest {
  query: ReadonlyMap<string, string>;
  /** Names in lower case; the fields of a form are among them. */
  headers: Readonly<Record<string, string>>;
  source: Source;
  secure: boolean;
  now: Date;
  /** The account of the caller, and the form of its signature. */
  account: string | undefined;
  signature: { form: string; age: number; older: boolean } | undefined;
  /** The prefix of a listing, where it is not that of the query. */
  prefix?: string;
  /** The tags that the request gives to the object, where they are not in the header x-amz-tagging. */
  newTags?: Readonly<Record<string, string>> | undefined;
  /** The tags of the object that exists. */
  tags: () => Readonly<Record<string, string>> | undefined;
}

interface Fact {
  kind: FactKind;
  of: (request: PolicyRequest) => string | undefined;
}

const authTypes: Readonly<Record<string, string>> = {
  header: 'REST-HEADER',
  query: 'REST-QUERY-STRING',
  post: 'POST',
};

const versionOf = ({ older }: { older: boolean }): string => (older ? 'AWS' : 'AWS4-HMAC-SHA256');

const parameter = (name: string, kind: FactKind = 'text'): Fact => ({ kind, of: ({ query }) => query.get(name) });
const header = (name: string): Fact => ({ kind: 'text', of: ({ headers }) => headers[name] });

const headers = [
  'x-amz-acl',
  'x-amz-content-sha256',
  'x-amz-grant-full-control',
  'x-amz-grant-read',
  'x-amz-grant-read-acp',
  'x-amz-grant-write',
  'x-amz-grant-write-acp',
  'x-amz-metadata-directive',
  'x-amz-server-side-encryption',
  'x-amz-server-side-encryption-aws-kms-key-id',
  'x-amz-storage-class',
  'if-match',
  'if-none-match',
];

/** The condition keys with one value (S3's reference, as far as this engine knows the value). */
const facts: ReadonlyMap<string, Fact> = new Map<string, Fact>([
  // Machines of several VPCs have the same address, so that a machine has none here.
  ['aws:sourceip', { kind: 'address', of: ({ source }) => (source.inside ? undefined : source.source_ip) }],
  ['aws:sourcevpc', { kind: 'text', of: ({ source }) => source.inside?.vpc_id }],
  ['aws:securetransport', { kind: 'truth', of: ({ secure }) => String(secure) }],
  ['aws:referer', header('referer')],
  ['aws:useragent', header('user-agent')],
  ['aws:currenttime', { kind: 'time', of: ({ now }) => now.toISOString() }],
  ['aws:epochtime', { kind: 'time', of: ({ now }) => String(Math.floor(now.getTime() / 1000)) }],
  ['aws:principalaccount', { kind: 'text', of: ({ account }) => account }],
  ['s3:prefix', { kind: 'text', of: ({ prefix, query }) => prefix ?? query.get('prefix') }],
  ['s3:delimiter', parameter('delimiter')],
  ['s3:max-keys', parameter('max-keys', 'number')],
  ['s3:versionid', parameter('versionId')],
  ['s3:authtype', { kind: 'text', of: ({ signature }) => signature && authTypes[signature.form] }],
  ['s3:signatureversion', { kind: 'text', of: ({ signature }) => signature && versionOf(signature) }],
  [
    's3:signatureage',
    { kind: 'number', of: ({ signature }) => (signature && !signature.older ? String(signature.age) : undefined) },
  ],
  ['s3:x-amz-copy-source', { kind: 'text', of: ({ headers: sent }) => sourceOf(sent['x-amz-copy-source']) }],
  ...headers.map((name): [string, Fact] => [`s3:${name}`, header(name)]),
]);

const TAG = /^s3:(existing|request)objecttag\/(.{1,128})$/s;
const TAG_KEYS = 's3:requestobjecttagkeys';

/** The kind of a condition key, which is in lower case apart from the key of a tag; undefined for an unknown one. */
export function kindOfFact(key: string): FactKind | undefined {
  return key === TAG_KEYS || TAG.test(key) ? 'text' : facts.get(key)?.kind;
}

/** The values of a condition key in a request; undefined where the request has none. */
export function factOf(request: PolicyRequest, key: string): readonly string[] | undefined {
  if (key === TAG_KEYS) return keysOf(newTagsOf(request));
  const [, which, tag = ''] = TAG.exec(key) ?? [];
  const tags = which === 'existing' ? request.tags() : newTagsOf(request);
  const value = which ? tagOf(tags, tag) : facts.get(key)?.of(request);
  return value === undefined ? undefined : [value];
}

/** The source of a copy as bucket/key, however the client encoded it. */
function sourceOf(text: string | undefined): string | undefined {
  const [path] = text?.split('?versionId=', 1) ?? [];
  try {
    return path === undefined ? undefined : decodeURIComponent(path).replace(/^\//, '');
  } catch {
    return path;
  }
}

function newTagsOf({ newTags, headers }: PolicyRequest): Readonly<Record<string, string>> | undefined {
  const text = headers['x-amz-tagging'];
  return newTags ?? (text ? Object.fromEntries(parseQuery(text)) : undefined);
}

function keysOf(tags: Readonly<Record<string, string>> | undefined): readonly string[] | undefined {
  return tags && Object.keys(tags);
}

function tagOf(tags: Readonly<Record<string, string>> | undefined, key: string): string | undefined {
  return tags && Object.hasOwn(tags, key) ? tags[key] : undefined;
}
