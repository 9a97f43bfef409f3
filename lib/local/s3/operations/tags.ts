import { S3Error } from '#lib/local/s3/errors.ts';
import { childText, malformed } from '#lib/local/s3/xml/parse.ts';
import type { XmlValue } from '#lib/local/s3/xml/write.ts';
import { childrenOf, type XmlElement } from '#lib/standards/xml/parse.ts';

/** Checked tags. Throws InvalidTag, and an error such as BadRequest for too many. */
export function checkTags(pairs: readonly (readonly [string, string])[], most: number): Record<string, string> {
  if (pairs.length > most) throw new S3Error('InvalidTag', { message: `Object tags cannot be greater than ${most}` });
  const tags: Record<string, string> = {};
  for (const [key, value] of pairs) {
    if (key.length === 0 || key.length > 128) {
      throw new S3Error('InvalidTag', {
        message: 'The TagKey you have provided is invalid',
        details: { TagKey: key.slice(0, 128) },
      });
    }
    if (value.length > 256) {
      throw new S3Error('InvalidTag', {
        message: 'The TagValue you have provided is invalid',
        details: { TagKey: key },
      });
    }
    if (key.startsWith('aws:')) {
      throw new S3Error('InvalidTag', { message: 'System tags cannot be added/updated by requester' });
    }
    if (Object.hasOwn(tags, key)) {
      throw new S3Error('InvalidTag', { message: 'Cannot provide multiple Tags with the same key' });
    }
    Object.defineProperty(tags, key, { value, enumerable: true, writable: true, configurable: true });
  }
  return tags;
}

/** The tags of a Tagging document. */
export function tagsOfXml(root: XmlElement, most: number): Record<string, string> {
  const [set] = childrenOf(root, 'TagSet');
  if (root.name !== 'Tagging' || !set) throw malformed();
  return tagsIn(set, most);
}

/** The tags among the children of an element. Throws as `checkTags` does, and MalformedXML. */
export function tagsIn(set: XmlElement, most: number): Record<string, string> {
  const pairs = childrenOf(set, 'Tag').map((tag) => {
    const [key, value] = [childText(tag, 'Key'), childText(tag, 'Value')];
    if (key === undefined || value === undefined) throw malformed();
    return [key, value] as const;
  });
  return checkTags(pairs, most);
}

/** The content of a Tagging document. */
export function tagSet(tags: Readonly<Record<string, string>>): XmlValue {
  const sorted = Object.entries(tags).sort(([a], [b]) => (a < b ? -1 : 1));
  return { TagSet: { Tag: sorted.map(([Key, Value]) => ({ Key, Value })) } };
}
