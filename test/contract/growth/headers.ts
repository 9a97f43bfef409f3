import type { IncomingMessage } from 'node:http';
import type { Exchange } from '#lib/edge/exchange.ts';
import { readKey } from '#lib/edge/keyed.ts';
import { readRequest } from '#lib/edge/request.ts';
import { schema } from '#lib/edge/steps/schema.ts';
import { awaitSettled } from '#lib/edge/wait.ts';
import { requestHeaders as fronted } from '#lib/local/front/headers.ts';
import { isOurHost, originForm, routedAs } from '#lib/local/front/routing.ts';
import { canonicalOf } from '#lib/local/s3/auth/canonical.ts';
import { readSignature } from '#lib/local/s3/auth/signature.ts';
import { corsHeaders } from '#lib/local/s3/http/cors.ts';
import { parseTarget } from '#lib/local/s3/http/target.ts';
import { copySource } from '#lib/local/s3/operations/copy-source.ts';
import { headerGrants } from '#lib/local/s3/operations/grants.ts';
import { checkImplied, readObjectHeaders, writeConditions } from '#lib/local/s3/operations/object-headers.ts';
import { parseRange } from '#lib/local/s3/operations/ranges.ts';
import { checkReadConditions } from '#lib/local/s3/operations/read-conditions.ts';
import { sentChecksum } from '#lib/local/s3/payload/checksums.ts';
import { planPayload } from '#lib/local/s3/payload/plan.ts';
import { requestHeaders as balanced } from '#lib/runtime/balancer/engine/headers.ts';
import { type SignedRequest, stringToSign } from '#lib/standards/sigv4/core.ts';
import { unsignedQuery } from '#lib/standards/sigv4/query.ts';
import { signedHeader, signedQuery } from '#test/lib/standards/sigv4/by-hand.ts';
import { refusal } from '#test/lib/standards/sigv4/refusal.ts';
import type { Reader } from './reader.ts';

/** The longest head that any of our servers takes. */
const full = 16 * 1024;

const hosts = ['localhost', 's3.localhost'];
const signed = (change: Partial<SignedRequest>) => refusal({ ...signedHeader(), ...change });
const authorized = (authorization: string) => signed({ headers: { ...signedHeader().headers, authorization } });

/** As many headers as fit, of which each has a name of its own. */
const manyHeaders = (text: string) => {
  const names = Array.from({ length: Math.ceil(text.length / 8) }, (_, at) => `h${at.toString(36)}`);
  return { rawHeaders: ['Connection', names.join(','), ...names.flatMap((name) => [name, text.slice(0, 2)])] };
};
const incoming = (text: string) => ({
  ...manyHeaders(text),
  headers: { connection: manyHeaders(text).rawHeaders[1] },
  socket: {},
});

const query = (rawQuery: string) => ({
  event: {},
  route: {},
  request: { reads: true, rawQuery, path: '/' },
});

const s3Request = (text: string, headers: Record<string, string> = {}) =>
  ({ ...parseTarget('/', 'localhost', hosts), method: 'GET', path: text, rawQuery: text, headers }) as never;

const owner = { ID: '100000000001', DisplayName: 'ann' };
const grantees = { owner, 'bucket-owner': owner };

const credential = 'OWNER/20261121/in-mum/s3/aws4_request';

/** What reads lines and headers of HTTP. */
export const headerReaders: readonly Reader[] = [
  {
    name: 'cookies',
    full,
    read: (text) =>
      readRequest({ headers: { cookie: text }, rawPath: '/', requestContext: { http: { method: 'GET' } } } as never),
  },
  {
    name: 'User-Agent',
    full,
    read: (text) =>
      readRequest({
        headers: { 'user-agent': text },
        rawPath: text,
        rawQueryString: text,
        requestContext: { http: { method: 'GET' } },
      } as never),
  },
  {
    name: 'Prefer',
    full,
    read: (text) => awaitSettled({ route: {}, request: { headers: { prefer: text } } } as never, {} as never, {}),
  },
  { name: 'Idempotency-Key', full, read: readKey },
  { name: 'a quoted Idempotency-Key', full, read: (text) => readKey(`"${text}"`) },
  { name: 'a query', full, read: (text) => schema(query(text) as unknown as Exchange) },
  {
    name: 'a query of many names',
    once: true,
    full,
    read: (text) =>
      schema(
        query(Array.from({ length: text.length / 4 }, (_, at) => at.toString(36)).join('&')) as unknown as Exchange,
      ),
  },
  { name: 'a signed query', full, read: (text) => unsignedQuery(`X-Amz-Signature=&${text}`) },
  { name: 'Authorization of a signature', full, read: (text) => authorized(`AWS4-HMAC-SHA256 ${text}`) },
  { name: 'Authorization of another kind', full, read: authorized },
  {
    name: 'its Credential',
    full,
    read: (text) => authorized(`AWS4-HMAC-SHA256 Credential=${text}, SignedHeaders=host, Signature=0`),
  },
  { name: 'its SignedHeaders', full, read: (text) => signed(signedHeader({ signed: `host;x-amz-date;${text}` })) },
  { name: 'a signed header', full, read: (text) => signed(signedHeader({ headers: { 'x-amz-a': `a${text}b` } })) },
  { name: 'a signed path', full, read: (path) => signed({ path: `/${path}` }) },
  { name: 'a signed path that a gateway decoded', full, read: (path) => signed({ path: `/${path}`, exact: false }) },
  { name: 'a query beside a signature', full, read: (rawQuery) => signed({ rawQuery }) },
  {
    name: 'a signature in a query',
    full,
    read: (text) => refusal({ ...signedQuery(), rawQuery: `X-Amz-Signature=${text}` }),
  },
  { name: 'the front’s target', full, read: (text) => routedAs('GET', originForm(`/${text}`)) },
  { name: 'the front’s absolute target', full, read: (text) => routedAs('GET', originForm(`http://${text}`)) },
  { name: 'the front’s Host', full, read: (text) => isOurHost(text, 80) },
  { name: 'the front’s headers', once: true, full, read: (text) => fronted(manyHeaders(text) as IncomingMessage) },
  {
    name: 'a balancer’s headers',
    once: true,
    full,
    read: (text) => balanced(incoming(text) as IncomingMessage, { protocol: 'http', port: 80, grpc: false }),
  },
  { name: 'S3’s path', full, read: (text) => parseTarget(`/bucket/${text}`, 'localhost', hosts) },
  { name: 'S3’s query', full, read: (text) => parseTarget(`/?${text}`, 'localhost', hosts) },
  { name: 'S3’s Host', full, read: (text) => parseTarget('/', text, hosts) },
  { name: 'S3’s Host with a port', full, read: (text) => parseTarget('/', `a:${text}`, hosts) },
  {
    name: 'S3’s Authorization',
    full,
    read: (text) => readSignature(s3Request('', { authorization: `AWS4-HMAC-SHA256 ${text}` }), 'in-mum'),
  },
  {
    name: 'S3’s SignedHeaders',
    full,
    read: (text) =>
      readSignature(
        s3Request('', {
          authorization: `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=host;${text},Signature=${'0'.repeat(64)}`,
          'x-amz-date': '20261121T041000Z',
        }),
        'in-mum',
      ),
  },
  {
    name: 'S3’s x-amz-date',
    full,
    read: (text) =>
      readSignature(
        s3Request('', {
          authorization: `AWS4-HMAC-SHA256 Credential=${credential},SignedHeaders=host,Signature=${'0'.repeat(64)}`,
          'x-amz-date': text,
        }),
        'in-mum',
      ),
  },
  {
    name: 'what S3 signs',
    full,
    read: (text) =>
      stringToSign(
        { timestamp: '', scope: '' },
        canonicalOf({ method: 'GET', path: `/${text}`, rawQuery: text, headers: { a: text } }, ['a'], text),
        'latin1',
      ),
  },
  { name: 'Range', full, read: (text) => parseRange(`bytes=${text}`, 1000) },
  { name: 'If-Match', full, read: (text) => checkReadConditions({ 'if-match': text }, { etag: 'x' } as never) },
  {
    name: 'If-Modified-Since',
    full,
    read: (text) => checkReadConditions({ 'if-modified-since': text }, { etag: 'x', modified: 0 } as never),
  },
  { name: 'If-Match of a write', full, read: (text) => writeConditions({ 'if-match': `"${text}` }) },
  { name: 'an object’s tags', full, read: (text) => readObjectHeaders({ 'x-amz-tagging': text }) },
  {
    name: 'an object’s headers',
    full,
    read: (text) => readObjectHeaders({ 'content-encoding': text, 'x-amz-meta-a': text, expires: text }),
  },
  {
    name: 'what an object’s headers ask for',
    full,
    read: (text) => checkImplied({ 'x-amz-acl': text, 'x-amz-storage-class': text, [`x-amz-grant-${text}`]: '' }),
  },
  { name: 'grants', full, read: (text) => headerGrants({ 'x-amz-grant-read': text }, grantees) },
  { name: 'a grantee', full, read: (text) => headerGrants({ 'x-amz-grant-read': `id="${text}` }, grantees) },
  {
    name: 'a signature of version 2',
    full,
    read: (text) => readSignature(s3Request('', { authorization: `AWS ${text}`, date: text }), 'us-east-1'),
  },
  {
    name: 'x-amz-copy-source',
    full,
    read: (text) =>
      copySource({
        engine: { store: { peek: () => undefined } },
        request: { headers: { 'x-amz-copy-source': text } },
      } as never),
  },
  {
    name: 'x-amz-content-sha256 and lengths',
    full,
    read: (text) => planPayload({ 'x-amz-content-sha256': text, 'content-length': text }, 'header'),
  },
  { name: 'Content-MD5', full, read: (text) => planPayload({ 'content-md5': text, 'x-amz-trailer': text }, undefined) },
  { name: 'a checksum', full, read: (text) => sentChecksum({ 'x-amz-checksum-crc32': text }) },
  {
    name: 'Origin',
    full,
    read: (text) =>
      corsHeaders(s3Request('', { origin: text }), {
        cors: [{ allowedMethods: ['GET'], allowedOrigins: ['https://*.example'], exposeHeaders: [] }],
      } as never),
  },
];
