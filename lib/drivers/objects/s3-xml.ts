import { elementsOf, parseXml, type XmlElement, type XmlLimits } from '#lib/standards/xml/parse.ts';
import type { CorsRule, LifecycleRule } from './bucket-rules.ts';

/* The documents of S3's bucket settings, and the parts of S3's answers that are read. */

/** The largest answer: 1,000 versions with their owners. */
const limits: XmlLimits = { depth: 20, nodes: 100_000 };

/** An answer's document. Throws XmlError where it is not XML. */
export function readAnswer({ text }: { text: string }): XmlElement {
  return parseXml(text, limits);
}

/** The texts of all elements of a name, at any depth. */
export function texts(element: XmlElement, name: string): string[] {
  return elementsOf(element, name).map(({ text }) => text);
}

/** Code and message of a refusal; undefined where it has none, such as a proxy's refusal. */
export function errorOf(reply: { text: string }): { code: string | undefined; message: string | undefined } {
  try {
    const answer = readAnswer(reply);
    return { code: texts(answer, 'Code')[0], message: texts(answer, 'Message')[0] };
  } catch {
    return { code: undefined, message: undefined };
  }
}

/** CORS rules as S3 takes them; empty for none. */
export function corsXml(rules: readonly CorsRule[]): string {
  const written = rules.map(
    ({ id, allowedOrigins, allowedMethods, allowedHeaders, exposeHeaders, maxAgeSeconds }) =>
      `<CORSRule>${id ? tag('ID', id) : ''}${each('AllowedOrigin', allowedOrigins)}${each('AllowedMethod', allowedMethods)}${each('AllowedHeader', allowedHeaders)}${each('ExposeHeader', exposeHeaders)}${number('MaxAgeSeconds', maxAgeSeconds)}</CORSRule>`,
  );
  return written.length === 0 ? '' : `<CORSConfiguration>${written.join('')}</CORSConfiguration>`;
}

/** Lifecycle rules as S3 takes them; empty for none. */
export function lifecycleXml(rules: readonly LifecycleRule[]): string {
  const written = rules.map((rule) => {
    const { id, enabled, expireDays, expireAt, expireMarkers, noncurrentDays, keepNoncurrent, abortMultipartDays } =
      rule;
    const date = expireAt === undefined ? '' : tag('Date', new Date(expireAt).toISOString());
    const markers = expireMarkers ? tag('ExpiredObjectDeleteMarker', 'true') : '';
    const noncurrent = number('NoncurrentDays', noncurrentDays) + number('NewerNoncurrentVersions', keepNoncurrent);
    const actions = [
      around('Expiration', `${number('Days', expireDays)}${date}${markers}`),
      around('NoncurrentVersionExpiration', noncurrent),
      around('AbortIncompleteMultipartUpload', number('DaysAfterInitiation', abortMultipartDays)),
    ];
    return `<Rule>${tag('ID', id)}${filterXml(rule)}${tag('Status', enabled ? 'Enabled' : 'Disabled')}${actions.join('')}</Rule>`;
  });
  return written.length === 0 ? '' : `<LifecycleConfiguration>${written.join('')}</LifecycleConfiguration>`;
}

/** Several conditions are wrapped in And. */
function filterXml({ prefix, tags = {}, largerThan, smallerThan }: LifecycleRule): string {
  const conditions = [
    ...(prefix === '' ? [] : [tag('Prefix', prefix)]),
    ...Object.entries(tags).map(([key, value]) => `<Tag>${tag('Key', key)}${tag('Value', value)}</Tag>`),
    ...(largerThan === undefined ? [] : [number('ObjectSizeGreaterThan', largerThan)]),
    ...(smallerThan === undefined ? [] : [number('ObjectSizeLessThan', smallerThan)]),
  ];
  const all = conditions.join('') || tag('Prefix', '');
  return `<Filter>${conditions.length > 1 ? `<And>${all}</And>` : all}</Filter>`;
}

const around = (name: string, content: string): string => (content === '' ? '' : `<${name}>${content}</${name}>`);

/** Tags as S3 takes them; empty for none. */
export function tagsXml(tags: Readonly<Record<string, string>>): string {
  const written = Object.entries(tags).map(([key, value]) => `<Tag>${tag('Key', key)}${tag('Value', value)}</Tag>`);
  return written.length === 0 ? '' : `<Tagging><TagSet>${written.join('')}</TagSet></Tagging>`;
}

/** Versions to be deleted together. */
export function deleteXml(versions: readonly { key: string; version: string }[]): string {
  const written = versions.map(({ key, version }) => `<Object>${tag('Key', key)}${tag('VersionId', version)}</Object>`);
  return `<Delete><Quiet>true</Quiet>${written.join('')}</Delete>`;
}

/** One element with a text. */
export function tag(name: string, text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: keys may hold them
  const safe = text.replace(/[<>&\u0000-\u001f]/g, (char) => `&#x${char.charCodeAt(0).toString(16)};`);
  return `<${name}>${safe}</${name}>`;
}

const each = (name: string, list: readonly string[]): string => list.map((text) => tag(name, text)).join('');

const number = (name: string, value: number | undefined): string =>
  value === undefined ? '' : tag(name, String(value));
