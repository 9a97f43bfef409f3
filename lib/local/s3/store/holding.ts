import type { WrittenBlob } from './blob-writer.ts';
import { idKey } from './blobs.ts';
import type { BlobRef, PieceRecord } from './records.ts';
import type { Tables } from './tables.ts';

/* Who holds which blob. All of it runs inside a commit. */

/** Enters a written blob, held once. */
export function enter(tables: Tables, { ref, bytes }: WrittenBlob): void {
  tables.blobs.putSync(idKey(ref.id), { ...ref, refs: 1 });
  if (bytes) tables.inline.putSync(idKey(ref.id), bytes);
}

/** Enters a manifest; what holds its pieces passes to it. */
export function enterManifest(tables: Tables, ref: BlobRef, pieces: PieceRecord[]): void {
  tables.blobs.putSync(idKey(ref.id), { ...ref, refs: 1 });
  tables.manifests.putSync(idKey(ref.id), pieces);
}

/** One more holds this blob. */
export function hold(tables: Tables, { id }: BlobRef): void {
  const entry = tables.blobs.get(idKey(id));
  if (!entry) throw new Error(`blob ${id} is not in the index`);
  tables.blobs.putSync(idKey(id), { ...entry, refs: entry.refs + 1 });
}

/** One less holds this blob; the last one's bytes are left to the collector. */
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
