import { setImmediate } from 'node:timers/promises';
import { childrenOf, parseXml, type XmlElement, XmlError, type XmlLimits, xmlReader } from '#lib/drivers/xml/parse.ts';
import { S3Error } from '#lib/local/s3/errors.ts';

/** Deeper or larger is nobody's request: 10,000 parts of eight elements are the most. */
const limits: XmlLimits = { depth: 10, nodes: 100_000 };

/** Characters that are read before others have their turn. */
const SLICE = 64 * 1024;

/** Reads a small document; throws MalformedXML for what is not well-formed, has a DTD, or is too deep or too large. */
export function parseSmallXml(text: string): XmlElement {
  try {
    return parseXml(text, limits);
  } catch (error) {
    throw refusalOf(error);
  }
}

/** The same for a document of any length, without holding up other requests. */
export async function parseLargeXml(text: string): Promise<XmlElement> {
  const reader = xmlReader(limits);
  try {
    for (let at = 0; at < text.length; at += SLICE) {
      if (at > 0) await setImmediate();
      reader.write(text.slice(at, at + SLICE));
    }
    return reader.end();
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Text of the child of that name; undefined where there is none. Throws MalformedXML for two. */
export function childText(element: XmlElement, name: string): string | undefined {
  const found = childrenOf(element, name);
  if (found.length > 1) throw malformed();
  return found[0]?.text;
}

/** MalformedXML. */
export function malformed(message?: string): S3Error {
  return new S3Error('MalformedXML', message === undefined ? {} : { message });
}

function refusalOf(error: unknown): unknown {
  return error instanceof XmlError ? malformed() : error;
}
