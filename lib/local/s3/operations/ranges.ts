import { S3Error } from '#lib/local/s3/errors.ts';

/** The bytes from `start` (inclusive) to `end` (exclusive). */
export interface ByteRange {
  start: number;
  end: number;
}

/**
 * The one range of a header. Undefined where there is none, or several, or it is malformed: then the whole object is
 * sent. Throws InvalidRange where it contains no byte of the object.
 */
export function parseRange(header: string | undefined, size: number): ByteRange | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header?.trim() ?? '');
  const [, first = '', last = ''] = match ?? [];
  if (!match || (first === '' && last === '')) return undefined;
  if (first !== '' && last !== '' && Number(first) > Number(last)) return undefined;
  const start = first === '' ? Math.max(size - Number(last), 0) : Number(first);
  const end = first === '' || last === '' ? size : Math.min(Number(last) + 1, size);
  if (start < end) return { start, end };
  throw new S3Error('InvalidRange', {
    details: { RangeRequested: (header ?? '').slice(0, 128), ActualObjectSize: size },
    headers: { 'content-range': `bytes */${size}` },
  });
}
