import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { ZipFile } from 'yazl';

/** The first time that a zip can hold, in local time as the format keeps it: the same bytes in every time zone. */
const EPOCH = new Date(1980, 0, 1);

/** Writes a zip whose bytes depend on names and contents alone. */
export async function writeZip(path: string, files: ReadonlyMap<string, Buffer>): Promise<void> {
  const zip = new ZipFile();
  for (const [name, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    zip.addBuffer(content, name, { mtime: EPOCH, mode: 0o100644, forceDosTimestamp: true });
  }
  zip.end();
  const out = createWriteStream(path);
  zip.outputStream.pipe(out);
  await once(out, 'close');
}
