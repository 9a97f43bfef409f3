import { setImmediate } from 'node:timers/promises';
import { S3Error } from '#lib/local/s3/errors.ts';
import {
  childrenOf,
  parseXml,
  type XmlElement,
  XmlError,
  type XmlLimits,
  xmlReader,
} from '#lib/standards/xml/parse.ts';

/** No request needs more depth or size: 10,000 parts of eight elements are the most. */
const limits: XmlLimits = { depth: 10, nodes: 100_000 };

/** Characters that are parsed before other work gets its turn. */
const SLICE = 64 * 1024;

/**
 * Parses a small document. Throws MalformedXML for a text that is not well-formed, has a DTD, or is too deep or too
 * large.
 */
export function parseSmallXml(text: string): XmlElement {
  try {
    return parseXml(text, limits);
  } catch (error) {
    throw refusalOf(error);
  }
}

/** Parses a document of any length, without delaying other requests. Throws as `parseSmallXml` does. */
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

/** The text of the child of that name; undefined where there is none. Throws MalformedXML for two. */
export function childText(element: XmlElement, name: string): string | undefined {
  const found = childrenOf(element, name);
  if (found.length > 1) throw malformed();
  return found[0]?.text;
}

/** The MalformedXML error. */
export function malformed(message?: string): S3Error {
  return new S3Error('MalformedXML', message === undefined ? {} : { message });
}

function refusalOf(error: unknown): unknown {
  return error instanceof XmlError ? malformed() : error;
}
