/** What can be written as XML: text, elements, a list (the element repeated), or nothing. */
export type XmlValue = string | number | boolean | Date | undefined | null | XmlValue[] | { [name: string]: XmlValue };

const NAMESPACE = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** A document of S3's namespace. */
export function document(root: string, value: XmlValue): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${NAMESPACE}">${content(value)}</${root}>`;
}

/** A document without a namespace; errors are written so. */
export function bareDocument(root: string, value: XmlValue): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root}>${content(value)}</${root}>`;
}

function element(name: string, value: XmlValue): string {
  if (value === undefined || value === null) return '';
  if (Array.isArray(value)) return value.map((each) => element(name, each)).join('');
  return `<${name}>${content(value)}</${name.split(' ')[0]}>`;
}

function content(value: XmlValue): string {
  if (value === undefined || value === null) return '';
  if (value instanceof Date) return value.toISOString();
  if (Array.isArray(value)) return value.map(content).join('');
  if (typeof value === 'object')
    return Object.entries(value)
      .map(([name, each]) => element(name, each))
      .join('');
  return escapeText(String(value));
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is written another way
const special = /[<>&"'\r\n\t\u0000-\u001f\ufffe\uffff]/g;
const named: Readonly<Record<string, string>> = {
  '<': '&lt;',
  '>': '&gt;',
  '&': '&amp;',
  '"': '&quot;',
  "'": '&apos;',
};

/**
 * Control characters that XML 1.0 does not have are written as S3 writes them; clients avoid them by encoding-type=url.
 */
function escapeText(text: string): string {
  return text.replace(special, (char) => named[char] ?? `&#x${char.charCodeAt(0).toString(16).toUpperCase()};`);
}
