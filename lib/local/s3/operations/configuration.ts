import type { CorsRule, LifecycleRule } from '#lib/drivers/objects/engine.ts';
import { childrenOf, type XmlElement } from '#lib/drivers/xml/parse.ts';
import { S3Error } from '#lib/local/s3/errors.ts';
import type { Reply } from '#lib/local/s3/http/reply.ts';
import type { BucketRecord } from '#lib/local/s3/store/records.ts';
import { bucketKey } from '#lib/local/s3/store/store.ts';
import { childText, malformed } from '#lib/local/s3/xml/parse.ts';
import { document, type XmlValue } from '#lib/local/s3/xml/write.ts';
import { readXml } from './body.ts';
import type { BucketCall, Operation } from './operation.ts';

const MOST_CORS = 100;
const MOST_LIFECYCLE = 1000;
const corsMethods = new Set(['GET', 'PUT', 'POST', 'DELETE', 'HEAD']);

async function configure(
  { engine, bucket }: BucketCall,
  change: Partial<BucketRecord>,
  status: number,
): Promise<Reply> {
  const { store } = engine;
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

function getLifecycle({ bucket }: BucketCall): Reply {
  if (bucket.lifecycle.length === 0) {
    throw new S3Error('NoSuchLifecycleConfiguration', { details: { BucketName: bucket.name } });
  }
  return { xml: document('LifecycleConfiguration', { Rule: bucket.lifecycle.map(lifecycleXml) }) };
}

function lifecycleXml(rule: LifecycleRule): XmlValue {
  const { expireDays, noncurrentDays, abortMultipartDays } = rule;
  return {
    ID: rule.id,
    Filter: { Prefix: rule.prefix },
    Status: rule.enabled ? 'Enabled' : 'Disabled',
    Expiration: expireDays && { Days: expireDays },
    NoncurrentVersionExpiration: noncurrentDays && { NoncurrentDays: noncurrentDays },
    AbortIncompleteMultipartUpload: abortMultipartDays && { DaysAfterInitiation: abortMultipartDays },
  };
}

async function putLifecycle(call: BucketCall): Promise<Reply> {
  const root = await readXml(call);
  const rules = childrenOf(root, 'Rule');
  if (root.name !== 'LifecycleConfiguration' || rules.length === 0 || rules.length > MOST_LIFECYCLE) throw malformed();
  const lifecycle = rules.map((rule, index) => readLifecycle(rule, index));
  if (new Set(lifecycle.map(({ id }) => id)).size < lifecycle.length) {
    throw new S3Error('InvalidArgument', { message: 'RuleId must be unique. Found same ID for more than one rule' });
  }
  return configure(call, { lifecycle }, 200);
}

const knownOfRule = new Set([
  'ID',
  'Filter',
  'Prefix',
  'Status',
  'Expiration',
  'NoncurrentVersionExpiration',
  'AbortIncompleteMultipartUpload',
]);

function readLifecycle(element: XmlElement, index: number): LifecycleRule {
  const status = childText(element, 'Status');
  if (status !== 'Enabled' && status !== 'Disabled') throw malformed();
  const unknown = element.children.find(({ name }) => !knownOfRule.has(name))?.name;
  if (unknown !== undefined) throw notHere(unknown);
  const [filter] = childrenOf(element, 'Filter');
  const other = filter?.children.find(({ name }) => name !== 'Prefix')?.name;
  if (other !== undefined) throw notHere(`Filter/${other}`);
  const rule: LifecycleRule = {
    id: childText(element, 'ID') || `rule-${index + 1}`,
    enabled: status === 'Enabled',
    prefix: (filter ? childText(filter, 'Prefix') : childText(element, 'Prefix')) ?? '',
    ...days(element, 'Expiration', 'Days', 'expireDays'),
    ...days(element, 'NoncurrentVersionExpiration', 'NoncurrentDays', 'noncurrentDays'),
    ...days(element, 'AbortIncompleteMultipartUpload', 'DaysAfterInitiation', 'abortMultipartDays'),
  };
  const acts = rule.expireDays ?? rule.noncurrentDays ?? rule.abortMultipartDays;
  if (acts !== undefined) return rule;
  throw new S3Error('InvalidRequest', { message: 'At least one action needs to be specified in a rule' });
}

function days(element: XmlElement, name: string, unit: string, as: keyof LifecycleRule): Record<string, number> {
  const [action] = childrenOf(element, name);
  if (!action) return {};
  const other = action.children.find((child) => child.name !== unit)?.name;
  if (other !== undefined) throw notHere(`${name}/${other}`);
  return { [as]: wholeNumber(childText(action, unit) ?? '', 1) };
}

function wholeNumber(text: string, least: number): number {
  if (/^\d{1,9}$/.test(text) && Number(text) >= least) return Number(text);
  throw malformed(`A whole number of at least ${least} is needed, not "${text.slice(0, 32)}"`);
}

function notHere(what: string): S3Error {
  return new S3Error('NotImplemented', { message: `${what.slice(0, 64)} in a lifecycle rule is not implemented` });
}

const cors = { level: 'bucket', query: 'cors' } as const;
const lifecycle = { level: 'bucket', query: 'lifecycle' } as const;
const reads = { method: 'GET', action: 'ReadBucketConfiguration', counts: 'get' } as const;
const writes = { method: 'PUT', action: 'ConfigureBucket', counts: 'put' } as const;
const removes = { method: 'DELETE', action: 'ConfigureBucket', counts: 'put' } as const;

/** The operations on a bucket's CORS and lifecycle rules. */
export const configurationOperations: readonly Operation[] = [
  { name: 'GetBucketCors', ...cors, ...reads, run: getCors },
  { name: 'PutBucketCors', ...cors, ...writes, run: putCors },
  { name: 'DeleteBucketCors', ...cors, ...removes, run: (call: BucketCall) => configure(call, { cors: [] }, 204) },
  { name: 'GetBucketLifecycleConfiguration', ...lifecycle, ...reads, run: getLifecycle },
  { name: 'PutBucketLifecycleConfiguration', ...lifecycle, ...writes, run: putLifecycle },
  {
    name: 'DeleteBucketLifecycle',
    ...lifecycle,
    ...removes,
    run: (call: BucketCall) => configure(call, { lifecycle: [] }, 204),
  },
];
