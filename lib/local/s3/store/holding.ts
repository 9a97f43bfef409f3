import type { WrittenBlob } from './blob-writer.ts';
import { idKey } from './blobs.ts';
import type { BlobRef, PieceRecord } from './records.ts';
import type { Tables } from './tables.ts';

/** Reference counts of blobs. Everything here runs inside a commit. */

/** Enters a written blob with one reference. */
export function enter(tables: Tables, { ref, bytes }: WrittenBlob): void {
  tables.blobs.putSync(idKey(ref.id), { ...ref, refs: 1 });
  if (bytes) tables.inline.putSync(idKey(ref.id), bytes);
}

/** Enters a manifest. References to its pieces pass to it. */
export function enterManifest(tables: Tables, ref: BlobRef, pieces: PieceRecord[]): void {
  tables.blobs.putSync(idKey(ref.id), { ...ref, refs: 1 });
  tables.manifests.putSync(idKey(ref.id), pieces);
}

/** Adds a reference to this blob. */
export function hold(tables: Tables, { id }: BlobRef): void {
  const entry = tables.blobs.get(idKey(id));
  if (!entry) throw new Error(`blob ${id} is not in the index`);
  tables.blobs.putSync(idKey(id), { ...entry, refs: entry.refs + 1 });
}

/** Removes a reference to this blob. After the last one the collector deletes its bytes. */
export function release(tables: Tables, { id }: BlobRef, root = id): void {
  const entry = tables.blobs.get(idKey(id));
  if (!entry) return;
  if (entry.refs > 1) {
    tables.blobs.putSync(idKey(id), { ...entry, refs: entry.refs - 1 });
    return;
  }
  tables.blobs.removeSync(idKey(id));
  tables.garbage.putSync(idKey(id), { where: entry.where, root });
  if (entry.where !== 'manifest') return;
  for (const piece of tables.manifests.get(idKey(id)) ?? []) release(tables, piece, root);
}
