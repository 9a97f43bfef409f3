/** An upload in parts that was begun and not completed, as the same file finds it again after a reload. */
export interface Begun {
  readonly bucket: string;
  readonly key: string;
  /** Bytes of the file. */
  readonly size: number;
  /** When the file was last changed, in milliseconds since 1970. */
  readonly changed: number;
  readonly upload_id: string;
  /** Bytes of a part. */
  readonly part_size: number;
  /** The parts of a completion that was asked for and not answered yet. */
  readonly completing?: readonly { readonly part_number: number; readonly etag: string }[];
}

const prefix = 'svc.upload.';

type Of = Pick<Begun, 'bucket' | 'key' | 'size' | 'changed'>;
const nameOf = ({ bucket, key, size, changed }: Of): string => prefix + JSON.stringify([bucket, key, size, changed]);

/** Remembers an upload in this browser. */
export const remember = (begun: Begun): void => localStorage.setItem(nameOf(begun), JSON.stringify(begun));

/** Forgets an upload that is completed or given up. */
export const forget = (of: Of): void => localStorage.removeItem(nameOf(of));

/** The upload that was begun of this file as it is; undefined where there is none. */
export const begunOf = (of: Of): Begun | undefined => read(nameOf(of));

/** Every upload into a bucket that was begun in this browser. */
export const begunIn = (bucket: string): Begun[] =>
  Object.keys(localStorage)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => read(name) ?? [])
    .filter((begun) => begun.bucket === bucket);

function read(name: string): Begun | undefined {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') ?? undefined;
  } catch {
    return undefined;
  }
}
