import { fromBase64, inflated, isGzip, type Unpacked } from './unpack.ts';

/** A part of a MIME message (RFC 2045, RFC 2046). */
export interface MimePart {
  /** In lower case, without parameters. */
  readonly type: string;
  /** The file name in its header. */
  readonly name: string | undefined;
  /** How to merge a cloud-config into the earlier ones (cloud-init's `X-Merge-Type`). */
  readonly merge: string | undefined;
  readonly text: string;
}

/** The parts of a message, or the problem with it. */
export type ReadMime = { readonly parts: readonly MimePart[] } | { readonly problem: string };

/** The maximum number of parts. It is beyond real use, and few enough to read at once. */
const MOST_PARTS = 64;
/** The maximum nesting: a message within a message within a message. */
const DEEPEST = 3;

/** Reads a multipart message. Nested messages are replaced with their parts. Never throws. */
export function readMime(text: string, depth = 1): ReadMime {
  const { headers, body } = split(text);
  const boundary = parameter(headers.get('content-type') ?? '', 'boundary');
  if (!boundary) return { problem: 'multipart has no boundary in its Content-Type' };
  const pieces = piecesOf(body, boundary);
  if (pieces.length === 0) return { problem: `multipart has no part that begins with --${boundary.slice(0, 70)}` };
  const parts: MimePart[] = [];
  for (const piece of pieces) {
    const read = readPart(piece, depth);
    if ('problem' in read) return read;
    parts.push(...read.parts);
    if (parts.length > MOST_PARTS) return { problem: `multipart has more than ${MOST_PARTS} parts` };
  }
  return { parts };
}

function readPart(piece: string, depth: number): ReadMime {
  const { headers, body } = split(piece);
  const given = headers.get('content-type') ?? 'text/plain';
  const type = (given.split(';', 1)[0] ?? '').trim().toLowerCase();
  if (type.startsWith('multipart/')) {
    if (depth === DEEPEST) return { problem: `multipart is nested more than ${DEEPEST} deep` };
    return readMime(piece, depth + 1);
  }
  const read = decoded(body, (headers.get('content-transfer-encoding') ?? '7bit').trim().toLowerCase());
  if ('problem' in read) return read;
  const name = parameter(headers.get('content-disposition') ?? '', 'filename') ?? parameter(given, 'name');
  const merge = headers.get('x-merge-type') ?? headers.get('merge-type');
  return { parts: [{ type, name, merge, text: read.text }] };
}

/** The header fields, with names in lower case, and the body after the first empty line. */
function split(text: string): { headers: ReadonlyMap<string, string>; body: string } {
  const lines = text.replaceAll('\r\n', '\n').split('\n');
  const end = lines.indexOf('');
  const head = lines.slice(0, end === -1 ? lines.length : end).join('\n');
  const fields = head.replaceAll(/\n[ \t]+/gv, ' ').split('\n');
  const headers = new Map(
    fields.map((field) => {
      const at = field.indexOf(':');
      return [field.slice(0, Math.max(at, 0)).toLowerCase(), field.slice(at + 1).trim()] as const;
    }),
  );
  return { headers, body: end === -1 ? '' : lines.slice(end + 1).join('\n') };
}

/** The texts between the boundary lines. */
function piecesOf(body: string, boundary: string): string[] {
  const pieces: string[][] = [];
  for (const line of body.split('\n')) {
    const mark = line.trimEnd();
    if (mark === `--${boundary}--`) break;
    if (mark === `--${boundary}`) pieces.push([]);
    else pieces.at(-1)?.push(line);
  }
  return pieces.map((lines) => lines.join('\n'));
}

/** A parameter of a header field, quoted or not. Its name is in lower case. */
function parameter(field: string, name: string): string | undefined {
  const at = field.toLowerCase().indexOf(`${name}=`);
  if (at < 1 || ![';', ' '].includes(field.charAt(at - 1))) return undefined;
  const value = field.slice(at + name.length + 1);
  return value.startsWith('"') ? value.slice(1).split('"', 1)[0] : value.split(/[;\s]/v, 1)[0];
}

function decoded(body: string, encoding: string): Unpacked {
  if (['7bit', '8bit', 'binary'].includes(encoding)) return { text: body };
  if (encoding === 'quoted-printable') return { text: fromQuotedPrintable(body) };
  if (encoding !== 'base64') return { problem: `multipart has a part with Content-Transfer-Encoding ${encoding}` };
  const bytes = fromBase64(body);
  if (!bytes) return { problem: 'multipart has a part that is not valid base64' };
  return isGzip(bytes) ? inflated(bytes) : { text: bytes.toString() };
}

/** Decodes quoted-printable text (RFC 2045, section 6.7). */
const fromQuotedPrintable = (text: string): string =>
  Buffer.from(
    text
      .split('\n')
      .map((line) => line.trimEnd())
      .join('\n')
      .replaceAll('=\n', '')
      .replaceAll(/[^\0-\x7F]+/gv, (beyond) => Buffer.from(beyond).toString('latin1'))
      .replaceAll(/=([0-9A-Fa-f]{2})/gv, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString();
