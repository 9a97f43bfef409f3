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

/** The index: every table of it, and the one way to change it. */
export interface Tables {
  /** bucket name → bucket */
  buckets: Database<BucketRecord, Buffer>;
  /** bucket, key → the object that is there */
  current: Database<ObjectRecord, Buffer>;
  /** bucket, key, newest first → versions that were replaced, and delete markers */
  versions: Database<VersionRecord, Buffer>;
  /** bucket, key → seq of the row of `versions` that is the null version */
  nulls: Database<number, Buffer>;
  /** bucket, key, upload → upload under way */
  uploads: Database<UploadRecord, Buffer>;
  /** upload, number → part */
  parts: Database<PartRecord, Buffer>;
  /** blob id → how often it is held */
  blobs: Database<BlobEntry, Buffer>;
  /** blob id → the blobs that it is made of */
  manifests: Database<PieceRecord[], Buffer>;
  /** blob id → bytes of a small blob */
  inline: Database<Buffer, Buffer>;
  /** blob id → blob that nothing holds any more, and the one through which it was read */
  garbage: Database<{ where: BlobRef['where']; root: string }, Buffer>;
  /** bucket → what it holds */
  usage: Database<UsageRecord, Buffer>;
  /** bucket, hour → requests and bytes */
  traffic: Database<Record<string, number>, Buffer>;
  /** `format`, `clean` */
  meta: Database<unknown, Buffer>;
  /**
   * Runs `change` alone, in one transaction, and resolves with its result once that is on the disk. Those that come
   * together share one flush. What `change` throws, it must throw before it writes: nothing is rolled back.
   */
  commit<Result>(change: () => Result): Promise<Result>;
  close(): Promise<void>;
}

/** Format of the index and of the folder; another one is refused. */
const FORMAT = 1;

/**
 * Rows as plain maps: as records each would define its own structure, which takes twice as long to read. Rows of either
 * kind are read. (LMDB's types leave the option out.)
 */
const rowFormat = { useRecords: false };

/** Opens the index in a folder; with `fsync` false a power cut may lose what was acknowledged, though never tear it. */
export async function openTables(dir: string, fsync: boolean): Promise<Tables> {
  const root = open({
    path: dir,
    // Keys of 1,024 bytes, all of them NUL and escaped, need pages of 8 KiB.
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
    commit: <Result>(change: () => Result) => root.transaction(change) as Promise<Result>,
    close: () => root.close(),
  };
}

function table<Row>(
  root: RootDatabase,
  name: string,
  encoding: 'msgpack' | 'binary' = 'msgpack',
): Database<Row, Buffer> {
  return root.openDB<Row, Buffer>({ name, keyEncoding: 'binary', encoding, ...rowFormat });
}
