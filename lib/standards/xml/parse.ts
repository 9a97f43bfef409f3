import { SaxesParser } from 'saxes';

/** An element: its text and its children. Attributes and prefixes are left out, since they mean nothing in S3. */
export interface XmlElement {
  name: string;
  text: string;
  children: XmlElement[];
}

/** The largest document that is accepted. */
export interface XmlLimits {
  /** The depth of nested elements. */
  depth: number;
  /** Elements and attributes together. */
  nodes: number;
}

/** A document that is not well-formed XML 1.0, has a document type, or is larger than its limits. */
export class XmlError extends Error {
  override readonly name = 'XmlError';
}

/** Takes a document in pieces. */
export interface XmlReader {
  /** Throws XmlError as soon as the document is unacceptable. */
  write(piece: string): void;
  /** The root; throws XmlError where the document is incomplete. */
  end(): XmlElement;
}

/**
 * A reader of one document. Its time is linear in the length of the document, valid or not. Only XML's five entities
 * and numeric ones exist: a document type, which could declare others, is refused.
 */
export function xmlReader(limits: XmlLimits): XmlReader {
  const top: XmlElement = { name: '', text: '', children: [] };
  const open: XmlElement[] = [top];
  let nodes = 0;
  const count = () => {
    nodes += 1;
    if (nodes > limits.nodes) throw new XmlError(`more than ${limits.nodes} elements and attributes`);
  };
  const takeText = (text: string) => {
    (open.at(-1) as XmlElement).text += text;
  };
  // A document that declares XML 1.1 is also read as 1.0: 1.1 treats other characters as line breaks.
  const parser = new SaxesParser({ defaultXMLVersion: '1.0', forceXMLVersion: true });
  parser.on('error', (error) => {
    throw new XmlError(error.message);
  });
  parser.on('doctype', () => {
    throw new XmlError('a document type is not taken');
  });
  parser.on('attribute', count);
  parser.on('text', takeText);
  parser.on('cdata', takeText);
  parser.on('opentagstart', ({ name }) => {
    count();
    if (open.length > limits.depth) throw new XmlError(`more than ${limits.depth} elements deep`);
    const child: XmlElement = { name: name.slice(name.indexOf(':') + 1), text: '', children: [] };
    (open.at(-1) as XmlElement).children.push(child);
    open.push(child);
  });
  parser.on('closetag', () => void open.pop());
  return {
    write: (piece) => void parser.write(piece),
    end: () => {
      parser.close();
      return top.children[0] as XmlElement;
    },
  };
}

/** Reads a whole document; throws XmlError. */
export function parseXml(text: string, limits: XmlLimits): XmlElement {
  const reader = xmlReader(limits);
  reader.write(text);
  return reader.end();
}

/** The children with this name. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

/** The elements with this name at any depth below this one. */
export function elementsOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.flatMap((child) => [...(child.name === name ? [child] : []), ...elementsOf(child, name)]);
}
