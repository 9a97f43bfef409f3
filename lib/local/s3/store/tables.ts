import { type Database, open, type RootDatabase } from 'lmdb';
import type {
  BlobEntry,
  BlobRef,
  BucketRecord,
  MarkerRecord,
  ObjectRecord,
  PartRecord,
  PieceRecord,
  UploadRecord,
  UsageRecord,
  VersionRecord,
} from './records.ts';

/** The index: its tables, and the only way to change them. */
export interface Tables {
  /** bucket name → bucket */
  buckets: Database<BucketRecord, Buffer>;
  /** bucket, key → the current object */
  current: Database<ObjectRecord, Buffer>;
  /** bucket, key, newest first → replaced versions and delete markers */
  versions: Database<VersionRecord, Buffer>;
  /** bucket, key → seq of the row of `versions` that is the null version */
  nulls: Database<number, Buffer>;
  /** bucket, key, upload → unfinished upload */
  uploads: Database<UploadRecord, Buffer>;
  /** upload, number → part */
  parts: Database<PartRecord, Buffer>;
  /** blob id → its number of references */
  blobs: Database<BlobEntry, Buffer>;
  /** blob id → the blobs of which it consists */
  manifests: Database<PieceRecord[], Buffer>;
  /** blob id → bytes of a small blob */
  inline: Database<Buffer, Buffer>;
  /** blob id → a blob without references, and the one through which it was read */
  garbage: Database<{ where: BlobRef['where']; root: string }, Buffer>;
  /** bucket → its contents, counted */
  usage: Database<UsageRecord, Buffer>;
  /** bucket, hour → requests and bytes */
  traffic: Database<Record<string, number>, Buffer>;
  /** `format`, `clean` */
  meta: Database<unknown, Buffer>;
  /**
   * Runs `change` alone in one transaction, and resolves with its result once that is on the disk. Changes at the same
   * time share one flush. `change` must throw before it writes, since nothing is rolled back.
   */
  commit<Result>(change: () => Result): Promise<Result>;
  close(): Promise<void>;
}

/** The format of the index and the folder; any other is refused. */
const FORMAT = 1;

/**
 * Rows are stored as plain maps: as records each would define its own structure, which takes twice as long to read.
 * Both kinds are read. (LMDB's types leave the option out.)
 */
const rowFormat = { useRecords: false };

/**
 * Opens the index in a folder. With `fsync` false a power cut may lose acknowledged changes, but never leaves torn
 * data.
 */
export async function openTables(dir: string, fsync: boolean): Promise<Tables> {
  const root = open({
    path: dir,
    // Keys of 1,024 bytes that are all NUL, and escaped, need pages of 8 KiB.
    pageSize: 8192,
    maxDbs: 24,
    keyEncoding: 'binary',
    overlappingSync: false,
    noSync: !fsync,
    noSubdir: false,
  });
  const meta = table<unknown>(root, 'meta');
  const format = meta.get(Buffer.from('format'));
  if (format !== undefined && format !== FORMAT) {
    await root.close();
    throw new Error(`the object index has format ${String(format)}; this version reads ${FORMAT}`);
  }
  if (format === undefined) await meta.put(Buffer.from('format'), FORMAT);
  return {
    meta,
    buckets: table<BucketRecord>(root, 'buckets'),
    current: table<ObjectRecord>(root, 'current'),
    versions: table<ObjectRecord | MarkerRecord>(root, 'versions'),
    nulls: table<number>(root, 'nulls'),
    uploads: table<UploadRecord>(root, 'uploads'),
    parts: table<PartRecord>(root, 'parts'),
    blobs: table<BlobEntry>(root, 'blobs'),
    manifests: table<PieceRecord[]>(root, 'manifests'),
    inline: table<Buffer>(root, 'inline', 'binary'),
    garbage: table<{ where: BlobRef['where']; root: string }>(root, 'garbage'),
    usage: table<UsageRecord>(root, 'usage'),
    traffic: table<Record<string, number>>(root, 'traffic'),
    commit: <Result>(change: () => Result) => withCause(root.transaction(change) as Promise<Result>),
    close: () => root.close(),
  };
}

/** LMDB says why a commit failed by a promise in its error. */
async function withCause<Result>(commit: Promise<Result>): Promise<Result> {
  try {
    return await commit;
  } catch (error) {
    await (error as { commitError?: Promise<unknown> }).commitError;
    throw error;
  }
}

function table<Row>(
  root: RootDatabase,
  name: string,
  encoding: 'msgpack' | 'binary' = 'msgpack',
): Database<Row, Buffer> {
  return root.openDB<Row, Buffer>({ name, keyEncoding: 'binary', encoding, ...rowFormat });
}
