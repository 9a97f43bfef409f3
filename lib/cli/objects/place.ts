import { usage } from '#lib/cli/failure.ts';

/** Where an object is; the key is empty for the bucket itself. */
export interface Place {
  readonly bucket: string;
  readonly key: string;
}

const begin = 's3://';

/** Whether a word means a bucket or an object. */
export const isPlace = (text: string): boolean => text.startsWith(begin);

/** The bucket and the key of `s3://bucket/key`. Refuses what has no bucket. */
export function placeOf(text: string): Place {
  const rest = isPlace(text) ? text.slice(begin.length) : '';
  const at = rest.indexOf('/');
  const place = at < 0 ? { bucket: rest, key: '' } : { bucket: rest.slice(0, at), key: rest.slice(at + 1) };
  if (place.bucket === '')
    throw usage(`"${text}" is not a bucket or an object (s3://bucket/key)`, 'svc ls shows the buckets');
  return place;
}

/** The place of one object. Refuses a bucket alone. */
export function objectAt(text: string): Place {
  const place = placeOf(text);
  if (place.key === '') throw usage(`${text}: names no object (s3://bucket/key)`, `svc ls ${text}`);
  return place;
}

/** A place as it is written. */
export const written = ({ bucket, key }: Place): string => `${begin}${bucket}/${key}`;

/** A key as the folder that it names: what begins with it and a slash. */
export const asFolder = (key: string): string => (key === '' || key.endsWith('/') ? key : `${key}/`);

/** The last part of a key. */
export const lastPart = (key: string): string => key.slice(key.lastIndexOf('/') + 1);
