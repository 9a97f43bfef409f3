import { S3Error } from '#lib/local/s3/errors.ts';
import { invalidArgument } from '#lib/local/s3/http/reply.ts';
import { parseQuery } from '#lib/local/s3/http/target.ts';
import type { WriteConditions } from '#lib/local/s3/store/conditions.ts';
import type { ObjectHeaders, ObjectRecord } from '#lib/local/s3/store/records.ts';
import { encryptionHeader } from './encryption-headers.ts';
import { checkTags } from './tags.ts';

type Headers = Readonly<Record<string, string>>;

/** Kept and shown; only a website, which there is not, would follow it. A copy does not take it over. */
export const REDIRECT = 'x-amz-website-redirect-location';

const SYSTEM = [
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-language',
  'content-type',
  'expires',
  REDIRECT,
];
const MAX_METADATA = 2048;
const CLIENT_KEY = /^x-amz-(copy-source-)?server-side-encryption-customer-/;

/** The attributes that a request gives the object. Throws MetadataTooLarge, InvalidRedirectLocation and InvalidTag. */
export function readObjectHeaders(headers: Headers): ObjectHeaders {
  const system: Record<string, string> = {};
  for (const name of SYSTEM) if (headers[name] !== undefined) system[name] = headers[name];
  if (system['content-encoding'] !== undefined) {
    const kept = system['content-encoding']
      .split(',')
      .map((each) => each.trim())
      .filter((each) => each !== 'aws-chunked' && each !== '');
    if (kept.length > 0) system['content-encoding'] = kept.join(', ');
    else delete system['content-encoding'];
  }
  const redirect = system[REDIRECT];
  if (redirect !== undefined && !/^(\/|https?:\/\/)/.test(redirect)) throw new S3Error('InvalidRedirectLocation');
  system['content-type'] ??= 'binary/octet-stream';
  return { system, user: readMetadata(headers), tags: readTagHeader(headers['x-amz-tagging']) };
}

function readMetadata(headers: Headers): Record<string, string> {
  const user: Record<string, string> = {};
  let size = 0;
  for (const [name, value] of Object.entries(headers)) {
    if (!name.startsWith('x-amz-meta-')) continue;
    user[name.slice('x-amz-meta-'.length)] = value;
    size += name.length - 'x-amz-meta-'.length + value.length;
  }
  if (size > MAX_METADATA)
    throw new S3Error('MetadataTooLarge', { details: { Size: size, MaxSizeAllowed: MAX_METADATA } });
  return user;
}

/** Tags in the header, in the form of a query. */
function readTagHeader(text: string | undefined): Record<string, string> {
  if (!text) return {};
  const count = text.split('&').length;
  const tags = parseQuery(text);
  if (tags.size !== count)
    throw new S3Error('InvalidTag', { message: 'Cannot provide multiple Tags with the same key' });
  return checkTags([...tags], 10);
}

/** The headers that describe an object. */
export function objectHeaders(record: ObjectRecord, versioned: boolean): Record<string, string | number | undefined> {
  const { system, user, tags, etag, modified, version } = record;
  const tagCount = Object.keys(tags).length;
  return {
    ...system,
    ...Object.fromEntries(Object.entries(user).map(([name, value]) => [`x-amz-meta-${name}`, value])),
    etag: `"${etag}"`,
    'last-modified': new Date(modified).toUTCString(),
    'accept-ranges': 'bytes',
    ...encryptionHeader(record),
    'x-amz-version-id': versioned ? version : undefined,
    'x-amz-tagging-count': tagCount > 0 ? tagCount : undefined,
  };
}

/** The conditions of a write. */
export function writeConditions(headers: Headers): WriteConditions {
  return { ifNoneMatch: headers['if-none-match'], ifMatch: headers['if-match'] };
}

/** An ETag without its quotes. */
export function unquoted(etag: string): string {
  return etag.trim().replace(/^"(.*)"$/, '$1');
}

const implied: readonly (readonly [name: string | RegExp, allowed: RegExp | undefined, error?: () => S3Error])[] = [
  [/^x-amz-server-side-encryption-bucket-key-enabled$/, /^false$/],
  [/^x-amz-server-side-encryption-/, undefined],
  [/^x-amz-object-lock-event-hold/, undefined],
  [/^x-amz-object-ownership$/, /^ObjectWriter$/],
  [/^x-amz-bucket-namespace$/, /^global$/],
  [/^x-amz-write-offset-bytes$/, undefined],
  [/^x-amz-rename-source/, undefined],
  [/^x-amz-if-match-/, undefined],
  [
    /^x-amz-acl$/,
    /^(private|public-read|public-read-write|authenticated-read|bucket-owner-read|bucket-owner-full-control)$/,
    () => new S3Error('AccessControlListNotSupported'),
  ],
  [/^x-amz-storage-class$/, /^STANDARD$/, () => new S3Error('InvalidStorageClass')],
];

/** Throws for a header whose feature this engine does not have; none is silently ignored. */
export function checkImplied(headers: Headers): void {
  for (const [name, value] of Object.entries(headers)) {
    const rule = implied.find(([pattern]) => (pattern as RegExp).test(name));
    if (!rule || rule[1]?.test(value)) continue;
    throw rule[2]?.() ?? new S3Error('NotImplemented', { details: { Header: name } });
  }
}

/** Throws InvalidRequest for the key of a client, under which nothing is stored here. */
export function checkKeyless(headers: Headers): void {
  if (!Object.keys(headers).some((name) => CLIENT_KEY.test(name))) return;
  throw new S3Error('InvalidRequest', { message: 'The encryption parameters are not applicable to this object.' });
}

/**
 * Refuses a query that means less than the whole current object: a part without its upload, or an old version. To write
 * the object then would lose what the client did not mean to touch. Throws InvalidArgument.
 */
export function checkWrittenWhole(query: ReadonlyMap<string, string>): void {
  const [part, version] = [query.get('partNumber'), query.get('versionId')];
  if (part !== undefined) {
    throw invalidArgument('This operation does not accept a part number without an uploadId.', 'partNumber', part);
  }
  if (version !== undefined) {
    throw invalidArgument('This operation does not accept a version-id.', 'versionId', version);
  }
}

/** Reads a whole number of the query. Throws InvalidArgument. */
export function readNumber(text: string | undefined, name: string, fallback: number, most: number): number {
  if (text === undefined || text === '') return fallback;
  if (/^\d{1,10}$/.test(text) && Number(text) <= 2_147_483_647) return Math.min(Number(text), most);
  throw invalidArgument(`Provided ${name} not an integer or within integer range`, name, text);
}
