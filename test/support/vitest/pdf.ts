import { inflateSync } from 'node:zlib';

/** The text of a PDF that the platform made, word by word in drawing order. Throws for bytes that are not a PDF. */
export function textOf(bytes: Uint8Array): string {
  const pdf = Buffer.from(bytes);
  const latin = pdf.toString('latin1');
  if (!latin.startsWith('%PDF-1.') || !latin.trimEnd().endsWith('%%EOF')) throw new Error('no whole PDF');
  const streams = [...latin.matchAll(/stream\r?\n/g)].map(({ index, 0: mark }) => pdf.subarray(index + mark.length));
  return streams
    .map(inflated)
    .flatMap((content) => [...content.matchAll(/<([0-9A-F]+)> Tj/g)])
    .map(([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1'))
    .join('\n');
}

function inflated(stream: Buffer): string {
  try {
    return inflateSync(stream, { finishFlush: 2 }).toString('latin1');
  } catch {
    return '';
  }
}
