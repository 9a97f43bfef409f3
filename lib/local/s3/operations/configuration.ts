import type { CorsRule } from '#lib/drivers/objects/bucket-rules.ts';
import { S3Error } from '#lib/local/s3/errors.ts';
import type { Reply } from '#lib/local/s3/http/reply.ts';
import type { BucketRecord } from '#lib/local/s3/store/records.ts';
import { bucketKey } from '#lib/local/s3/store/store.ts';
import { childText, malformed } from '#lib/local/s3/xml/parse.ts';
import { document, type XmlValue } from '#lib/local/s3/xml/write.ts';
import { childrenOf, type XmlElement } from '#lib/standards/xml/parse.ts';
import { readXml } from './body.ts';
import { configuredByApi } from './control.ts';
import type { BucketCall, Operation } from './operation.ts';

const MOST_CORS = 100;
const corsMethods = new Set(['GET', 'PUT', 'POST', 'DELETE', 'HEAD']);

/** Changes a bucket's row, and replies with this status. */
export async function configure(call: BucketCall, change: Partial<BucketRecord>, status: number): Promise<Reply> {
  const { engine, bucket } = call;
  const { store } = engine;
  if (await configuredByApi(call, bucket.name, change)) return { status };
  await store.change(bucket, (fresh) => store.tables.buckets.putSync(bucketKey(fresh.name), { ...fresh, ...change }));
  return { status };
}

function getCors({ bucket }: BucketCall): Reply {
  if (bucket.cors.length === 0) throw new S3Error('NoSuchCORSConfiguration', { details: { BucketName: bucket.name } });
  return { xml: document('CORSConfiguration', { CORSRule: bucket.cors.map(corsXml) }) };
}

function corsXml(rule: CorsRule): XmlValue {
  return {
    ID: rule.id,
    AllowedOrigin: rule.allowedOrigins,
    AllowedMethod: rule.allowedMethods,
    AllowedHeader: rule.allowedHeaders,
    ExposeHeader: rule.exposeHeaders,
    MaxAgeSeconds: rule.maxAgeSeconds,
  };
}

async function putCors(call: BucketCall): Promise<Reply> {
  const root = await readXml(call);
  const rules = childrenOf(root, 'CORSRule');
  if (root.name !== 'CORSConfiguration' || rules.length === 0 || rules.length > MOST_CORS) throw malformed();
  return configure(call, { cors: rules.map(readCors) }, 200);
}

function readCors(element: XmlElement): CorsRule {
  const texts = (name: string) => childrenOf(element, name).map(({ text }) => text);
  const [id, age] = [childText(element, 'ID'), childText(element, 'MaxAgeSeconds')];
  const rule = {
    allowedOrigins: texts('AllowedOrigin'),
    allowedMethods: texts('AllowedMethod'),
    allowedHeaders: texts('AllowedHeader'),
    exposeHeaders: texts('ExposeHeader'),
  };
  if (rule.allowedOrigins.length === 0 || rule.allowedMethods.length === 0) throw malformed();
  const unknown = rule.allowedMethods.find((method) => !corsMethods.has(method));
  if (unknown !== undefined) {
    throw new S3Error('InvalidRequest', {
      message: `Found unsupported HTTP method in CORS config. Unsupported method is ${unknown.slice(0, 32)}`,
    });
  }
  const starred = [...rule.allowedOrigins, ...rule.allowedHeaders].find((text) => text.split('*').length > 2);
  if (starred !== undefined)
    throw new S3Error('InvalidRequest', { message: `"${starred.slice(0, 128)}" can not have more than one wildcard.` });
  return { ...(id && { id }), ...rule, ...(age !== undefined && { maxAgeSeconds: wholeNumber(age, 0) }) };
}

/** A whole number of at least `least`. Throws MalformedXML. */
export function wholeNumber(text: string, least: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  throw malformed(`A whole number of at least ${least} is needed, not "${text.slice(0, 32)}"`);
}

const cors = { level: 'bucket', query: 'cors' } as const;
const reads = { method: 'GET', action: 'ReadBucketConfiguration', counts: 'get' } as const;
const writes = { method: 'PUT', action: 'ConfigureBucket', counts: 'put' } as const;
const removes = { method: 'DELETE', action: 'ConfigureBucket', counts: 'put' } as const;

/** The operations on a bucket's CORS rules. */
export const configurationOperations: readonly Operation[] = [
  { name: 'GetBucketCors', ...cors, ...reads, run: getCors },
  { name: 'PutBucketCors', ...cors, ...writes, run: putCors },
  { name: 'DeleteBucketCors', ...cors, ...removes, run: (call: BucketCall) => configure(call, { cors: [] }, 204) },
];
