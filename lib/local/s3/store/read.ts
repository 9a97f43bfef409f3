import type { Blobs } from './blobs.ts';
import { decrypted, storedRange } from './encryption.ts';
import type { BlobRef } from './records.ts';

/** Bytes read at a time. The next are read while these are sent. */
const CHUNK = 512 * 1024;

/** The bytes of a blob from `start` up to but not including `end`. The caller must keep it readable. */
export async function* readBlob(blobs: Blobs, blob: BlobRef, start: number, end: number): AsyncGenerator<Buffer> {
  let offset = 0;
  for (const piece of blobs.pieces(blob)) {
    const from = Math.max(start - offset, 0);
    const to = Math.min(end - offset, piece.size);
    offset += piece.size;
    if (from >= to) continue;
    if (piece.sealed !== undefined) yield* readSealed(blobs, piece, from, to);
    else if (piece.where === 'inline') yield blobs.inlineBytes(piece.id).subarray(from, to);
    else if (piece.where === 'file') yield* readFile(blobs, piece.id, from, to);
    else yield* readBlob(blobs, piece, from, to);
  }
}

async function* readSealed(blobs: Blobs, piece: BlobRef, from: number, to: number): AsyncGenerator<Buffer> {
  const { start, end } = storedRange(piece.size, from, to);
  const isInline = piece.where === 'inline';
  const stored = isInline ? [blobs.inlineBytes(piece.id).subarray(start, end)] : readFile(blobs, piece.id, start, end);
  yield* decrypted(blobs.box, piece, { from, to }, stored);
}

async function* readFile(blobs: Blobs, id: string, start: number, end: number): AsyncGenerator<Buffer> {
  const file = await blobs.open(id);
  const read = async (position: number): Promise<Buffer> => {
    const buffer = Buffer.allocUnsafeSlow(Math.min(CHUNK, end - position));
    const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
    if (bytesRead === 0) throw new Error(`the file of blob ${id} is shorter than the index says`);
    return buffer.subarray(0, bytesRead);
  };
  let ahead = read(start);
  try {
    for (let position = start; ; ) {
      const bytes = await ahead;
      position += bytes.length;
      if (position < end) ahead = read(position);
      yield bytes;
      if (position >= end) return;
    }
  } finally {
    await ahead.catch(() => undefined);
    await file.close();
  }
}
