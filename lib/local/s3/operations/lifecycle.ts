import { S3Error } from '#lib/local/s3/errors.ts';
import type { Reply } from '#lib/local/s3/http/reply.ts';
import { inFormOf } from '#lib/local/s3/store/buckets.ts';
import type { StoredRule } from '#lib/local/s3/store/records.ts';
import { bucketKey } from '#lib/local/s3/store/store.ts';
import { childText, malformed } from '#lib/local/s3/xml/parse.ts';
import { document, type XmlValue } from '#lib/local/s3/xml/write.ts';
import { childrenOf, type XmlElement } from '#lib/standards/xml/parse.ts';
import { readXml } from './body.ts';
import { configure, wholeNumber } from './configuration.ts';
import { readDate } from './lock-headers.ts';
import type { BucketCall, Operation } from './operation.ts';
import { checkTags } from './tags.ts';

const MOST_RULES = 1000;
const MOST_ID = 255;
const MOST_KEPT = 100;
const DAY = 86_400_000;

function getLifecycle({ bucket }: BucketCall): Reply {
  if (bucket.lifecycle.length === 0) {
    throw new S3Error('NoSuchLifecycleConfiguration', { details: { BucketName: bucket.name } });
  }
  return { xml: document('LifecycleConfiguration', { Rule: bucket.lifecycle.map(ruleXml) }) };
}

function ruleXml(rule: StoredRule): XmlValue {
  const { expireDays, expireAt, expireMarkers, noncurrentDays, keepNoncurrent, abortMultipartDays } = rule;
  const date = expireAt === undefined ? undefined : new Date(expireAt);
  const expires = expireDays !== undefined || date !== undefined || expireMarkers;
  return {
    ID: rule.id,
    ...(rule.plainPrefix ? { Prefix: rule.prefix } : { Filter: filterXml(rule) }),
    Status: rule.enabled ? 'Enabled' : 'Disabled',
    Expiration: expires ? { Days: expireDays, Date: date, ExpiredObjectDeleteMarker: expireMarkers } : undefined,
    NoncurrentVersionExpiration: noncurrentDays && {
      NoncurrentDays: noncurrentDays,
      NewerNoncurrentVersions: keepNoncurrent,
    },
    AbortIncompleteMultipartUpload: abortMultipartDays && { DaysAfterInitiation: abortMultipartDays },
  };
}

/** Several conditions stand inside And. */
function filterXml({ prefix, tags = {}, largerThan, smallerThan }: StoredRule): XmlValue {
  const Tag = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  const sizes = [largerThan, smallerThan].filter((each) => each !== undefined);
  const count = Number(prefix !== '') + Tag.length + sizes.length;
  const conditions = { Tag, ObjectSizeGreaterThan: largerThan, ObjectSizeLessThan: smallerThan };
  if (count === 0) return { Prefix: '' };
  const all = { Prefix: prefix || undefined, ...conditions };
  return count > 1 ? { And: all } : all;
}

async function putLifecycle(call: BucketCall): Promise<Reply> {
  const root = await readXml(call);
  const rules = childrenOf(root, 'Rule');
  if (root.name !== 'LifecycleConfiguration' || rules.length === 0 || rules.length > MOST_RULES) throw malformed();
  const lifecycle = rules.map(readRule);
  if (new Set(lifecycle.map(({ id }) => id)).size < lifecycle.length) {
    throw new S3Error('InvalidArgument', { message: 'RuleId must be unique. Found same ID for more than one rule' });
  }
  const reply = await configure(call, { lifecycle }, 200);
  await keepForms(call, lifecycle);
  return reply;
}

/** The API knows no forms of a prefix; each rule is shown in the one that it was sent in. */
async function keepForms({ engine, bucket }: BucketCall, sent: readonly StoredRule[]): Promise<void> {
  const { store } = engine;
  await store.change(bucket, (fresh) => {
    const lifecycle = inFormOf(sent, fresh.lifecycle);
    store.tables.buckets.putSync(bucketKey(fresh.name), { ...fresh, lifecycle });
  });
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

function readRule(element: XmlElement, index: number): StoredRule {
  const status = childText(element, 'Status');
  if (status !== 'Enabled' && status !== 'Disabled') throw malformed();
  const id = childText(element, 'ID') || `rule-${index + 1}`;
  if (id.length > MOST_ID) {
    throw new S3Error('InvalidArgument', { message: `ID length should not exceed allowed limit of ${MOST_ID}` });
  }
  for (const action of element.children) checkDate(action);
  const unknown = element.children.find(({ name }) => !knownOfRule.has(name))?.name;
  if (unknown !== undefined) throw notHere(unknown);
  const rule: StoredRule = {
    id,
    enabled: status === 'Enabled',
    ...readFilter(element),
    ...readExpiration(element),
    ...readNoncurrent(element),
    ...readAbort(element),
  };
  checkActions(rule);
  return rule;
}

/** A rule acts on something, and by tags or sizes only on what has them. */
function checkActions(rule: StoredRule): void {
  const { expireDays, expireAt, expireMarkers, noncurrentDays, abortMultipartDays } = rule;
  const acts = [expireDays, expireAt, expireMarkers, noncurrentDays, abortMultipartDays];
  if (acts.every((each) => each === undefined)) {
    throw new S3Error('InvalidRequest', { message: 'At least one action needs to be specified in a rule' });
  }
  const narrow = rule.tags ?? rule.largerThan ?? rule.smallerThan;
  if (narrow === undefined || (!expireMarkers && abortMultipartDays === undefined)) return;
  const what = expireMarkers ? 'ExpiredObjectDeleteMarker' : 'AbortIncompleteMultipartUpload';
  throw new S3Error('InvalidRequest', { message: `${what} cannot be specified with Tags or sizes.` });
}

function readFilter(rule: XmlElement): Pick<StoredRule, 'prefix' | 'tags' | 'largerThan' | 'smallerThan'> {
  const [filter, ...others] = childrenOf(rule, 'Filter');
  const plain = childText(rule, 'Prefix');
  if (others.length > 0 || (filter && plain !== undefined)) throw malformed();
  if (!filter) return { prefix: plain ?? '', ...(plain !== undefined && { plainPrefix: true }) };
  const [and] = childrenOf(filter, 'And');
  if (filter.children.length > 1) throw malformed();
  return readConditions(and ?? filter);
}

function readConditions(element: XmlElement): Pick<StoredRule, 'prefix' | 'tags' | 'largerThan' | 'smallerThan'> {
  const known = ['Prefix', 'Tag', 'ObjectSizeGreaterThan', 'ObjectSizeLessThan'];
  if (element.children.some(({ name }) => !known.includes(name))) throw malformed();
  const pairs = childrenOf(element, 'Tag').map((tag) => {
    const [key, value] = [childText(tag, 'Key'), childText(tag, 'Value')];
    if (key === undefined || value === undefined) throw malformed();
    return [key, value] as const;
  });
  const [larger, smaller] = [childText(element, 'ObjectSizeGreaterThan'), childText(element, 'ObjectSizeLessThan')];
  return {
    prefix: childText(element, 'Prefix') ?? '',
    ...(pairs.length > 0 && { tags: checkTags(pairs, 10) }),
    ...(larger !== undefined && { largerThan: sizeOf(larger) }),
    ...(smaller !== undefined && { smallerThan: sizeOf(smaller) }),
  };
}

function sizeOf(text: string): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw malformed();
}

function readExpiration(rule: XmlElement): Pick<StoredRule, 'expireDays' | 'expireAt' | 'expireMarkers'> {
  const action = actionOf(rule, 'Expiration', ['Days', 'Date', 'ExpiredObjectDeleteMarker']);
  if (!action) return {};
  if (action.children.length !== 1) throw malformed();
  const [days, date] = [childText(action, 'Days'), childText(action, 'Date')];
  if (days !== undefined) return { expireDays: wholeNumber(days, 1) };
  if (date !== undefined) return { expireAt: readDate(date) ?? Date.parse(date) };
  const markers = childText(action, 'ExpiredObjectDeleteMarker')?.toLowerCase();
  if (markers !== 'true' && markers !== 'false') throw malformed();
  return markers === 'true' ? { expireMarkers: true } : {};
}

function readNoncurrent(rule: XmlElement): Pick<StoredRule, 'noncurrentDays' | 'keepNoncurrent'> {
  const action = actionOf(rule, 'NoncurrentVersionExpiration', ['NoncurrentDays', 'NewerNoncurrentVersions']);
  if (!action) return {};
  const kept = childText(action, 'NewerNoncurrentVersions');
  if (kept !== undefined && wholeNumber(kept, 1) > MOST_KEPT) {
    throw new S3Error('InvalidArgument', { message: `NewerNoncurrentVersions must be at most ${MOST_KEPT}` });
  }
  return {
    noncurrentDays: wholeNumber(childText(action, 'NoncurrentDays') ?? '', 1),
    ...(kept !== undefined && { keepNoncurrent: Number(kept) }),
  };
}

function readAbort(rule: XmlElement): Pick<StoredRule, 'abortMultipartDays'> {
  const action = actionOf(rule, 'AbortIncompleteMultipartUpload', ['DaysAfterInitiation']);
  return action ? { abortMultipartDays: wholeNumber(childText(action, 'DaysAfterInitiation') ?? '', 1) } : {};
}

/** An action of a rule. Throws for a part of it that is not known. */
function actionOf(rule: XmlElement, name: string, known: readonly string[]): XmlElement | undefined {
  const [action, ...others] = childrenOf(rule, name);
  if (others.length > 0) throw malformed();
  const other = action?.children.find((child) => !known.includes(child.name))?.name;
  if (other !== undefined) throw notHere(`${name}/${other}`);
  return action;
}

/** Rules begin on a day, in UTC. Throws MalformedXML and InvalidArgument. */
function checkDate(action: XmlElement): void {
  const date = childText(action, 'Date');
  if (date === undefined) return;
  const time = readDate(date) ?? (/^\d{4}-\d\d-\d\d$/.test(date) ? Date.parse(date) : Number.NaN);
  if (Number.isNaN(time)) throw malformed();
  if (time % DAY !== 0) throw new S3Error('InvalidArgument', { message: "'Date' must be at midnight GMT" });
}

function notHere(what: string): S3Error {
  return new S3Error('NotImplemented', { message: `${what.slice(0, 64)} in a lifecycle rule is not implemented` });
}

const lifecycle = { level: 'bucket', query: 'lifecycle' } as const;
const writes = { action: 'ConfigureBucket', counts: 'put' } as const;

/** The operations on a bucket's lifecycle rules. */
export const lifecycleOperations: readonly Operation[] = [
  {
    name: 'GetBucketLifecycleConfiguration',
    method: 'GET',
    ...lifecycle,
    action: 'ReadBucketConfiguration',
    counts: 'get',
    run: getLifecycle,
  },
  { name: 'PutBucketLifecycleConfiguration', method: 'PUT', ...lifecycle, ...writes, run: putLifecycle },
  {
    name: 'DeleteBucketLifecycle',
    method: 'DELETE',
    ...lifecycle,
    ...writes,
    run: (call: BucketCall) => configure(call, { lifecycle: [] }, 204),
  },
];
