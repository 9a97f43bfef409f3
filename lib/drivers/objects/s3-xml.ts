import type { CorsRule, LifecycleRule } from './engine.ts';

/* The documents of S3's bucket settings, and the little that is read of S3's answers. */

/** The texts of all elements of a name, wherever they stand. */
export function texts(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g'))].map(([, text = '']) => unescaped(text));
}

/** The insides of all elements of a name; they must not stand in one another. */
export function elements(xml: string, name: string): string[] {
  return [...xml.matchAll(new RegExp(`<${name}(?: [^>]*)?>([\\s\\S]*?)</${name}>`, 'g'))].map(
    ([, inside = '']) => inside,
  );
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
  const action = (name: string, unit: string, days: number | undefined) =>
    days === undefined ? '' : `<${name}>${number(unit, days)}</${name}>`;
  const written = rules.map(
    ({ id, enabled, prefix, expireDays, noncurrentDays, abortMultipartDays }) =>
      `<Rule>${tag('ID', id)}<Filter>${tag('Prefix', prefix)}</Filter>${tag('Status', enabled ? 'Enabled' : 'Disabled')}${action('Expiration', 'Days', expireDays)}${action('NoncurrentVersionExpiration', 'NoncurrentDays', noncurrentDays)}${action('AbortIncompleteMultipartUpload', 'DaysAfterInitiation', abortMultipartDays)}</Rule>`,
  );
  return written.length === 0 ? '' : `<LifecycleConfiguration>${written.join('')}</LifecycleConfiguration>`;
}

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

const named: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  return text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) => {
    if (name !== undefined) return named[name] ?? whole;
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });
}
