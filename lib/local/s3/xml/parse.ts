import { S3Error } from '#lib/local/s3/errors.ts';

/** An element: its text, or its children. Namespaces and attributes mean nothing to S3's requests, so they go. */
export interface XmlElement {
  name: string;
  text: string;
  children: XmlElement[];
}

/** Deeper or larger is nobody's request: 10,000 parts of six elements are the most. */
const MAX_DEPTH = 10;
const MAX_ELEMENTS = 100_000;

const token = /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[([\s\S]*?)\]\]>|<(\/?)([^\s<>/!?]+)([^<>]*?)(\/?)>|([^<]+)|</g;

/** Reads a document; throws MalformedXML for what is not well-formed, has a DTD, or is too deep or too large. */
export function parseXml(text: string): XmlElement {
  const top: XmlElement = { name: '', text: '', children: [] };
  const open: XmlElement[] = [top];
  let elements = 0;
  for (const match of text.replace(/^\uFEFF/, '').matchAll(token)) {
    const [whole, cdata, , name, , , chars] = match;
    if (name !== undefined) {
      takeTag(open, match);
      elements += 1;
    } else if (!/^<(!--|\?)/.test(whole)) takeText(open, cdata ?? chars, cdata !== undefined);
    if (open.length > MAX_DEPTH || elements > 2 * MAX_ELEMENTS) throw malformed();
  }
  const [root] = top.children;
  if (open.length !== 1 || !root || top.children.length !== 1) throw malformed();
  return root;
}

function takeText(open: XmlElement[], text: string | undefined, literal: boolean): void {
  if (text === undefined || (open.length === 1 && text.trim() !== '')) throw malformed();
  (open.at(-1) as XmlElement).text += literal ? text : unescaped(text);
}

function takeTag(open: XmlElement[], [, , closing, name = '', attributes, empty]: RegExpMatchArray): void {
  const here = open.at(-1) as XmlElement;
  const local = name.slice(name.indexOf(':') + 1);
  if (closing) {
    if (attributes?.trim() || empty || local !== here.name || open.length === 1) throw malformed();
    open.pop();
    return;
  }
  const child: XmlElement = { name: local, text: '', children: [] };
  here.children.push(child);
  if (!empty) open.push(child);
}

/** Text of the child of that name; undefined where there is none. Throws MalformedXML for two. */
export function childText(element: XmlElement, name: string): string | undefined {
  const found = childrenOf(element, name);
  if (found.length > 1) throw malformed();
  return found[0]?.text;
}

/** The children of that name. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** MalformedXML. */
export function malformed(message?: string): S3Error {
  return new S3Error('MalformedXML', message === undefined ? {} : { message });
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function unescaped(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([0-9a-fA-F]{1,6})|#([0-9]{1,7})|([a-z]+));|&/g, (_, hex, decimal, name) => {
    if (name !== undefined && name in entities) return entities[name] as string;
    const code = hex !== undefined ? Number.parseInt(hex, 16) : Number(decimal ?? Number.NaN);
    if (!(code >= 0 && code <= 0x10ffff)) throw malformed();
    return String.fromCodePoint(code);
  });
}
