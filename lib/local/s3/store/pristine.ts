import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openTables } from './tables.ts';

let made: Promise<Buffer> | undefined;

/** The file of an index without rows. To make its tables takes a flush each, so it is made once, without. */
export function emptyIndex(): Promise<Buffer> {
  made ??= make();
  return made;
}

async function make(): Promise<Buffer> {
  const dir = mkdtempSync(join(tmpdir(), 'svc-index-'));
  try {
    await (await openTables(dir, false)).close();
    return readFileSync(join(dir, 'data.mdb'));
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}
