import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A new folder, which is removed with the process. */
export function newFolder(purpose: string): string {
  const folder = mkdtempSync(join(tmpdir(), `svc-test-${purpose}-`));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}
