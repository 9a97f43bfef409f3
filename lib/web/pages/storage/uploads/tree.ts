/** A file, and its path within what was chosen or dropped: `photos/2026/a.jpg`. */
export interface Picked {
  readonly path: string;
  readonly file: File;
}

/** The files of a chooser. One for folders says where in the folder each file is. */
export const chosen = (list: FileList): Picked[] =>
  [...list].map((file) => ({ path: file.webkitRelativePath || file.name, file }));

/** The files that were dropped, those in folders included. It must be called while the drop is handled. */
export async function dropped({ items }: DataTransfer): Promise<Picked[]> {
  const entries = [...items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return (await Promise.all(entries.map((entry) => filesIn(entry, '')))).flat();
}

async function filesIn(entry: FileSystemEntry, folder: string): Promise<Picked[]> {
  const path = folder + entry.name;
  if (entry.isFile) return [{ path, file: await fileOf(entry as FileSystemFileEntry) }];
  const inside = await entriesOf(entry as FileSystemDirectoryEntry);
  return (await Promise.all(inside.map((one) => filesIn(one, `${path}/`)))).flat();
}

const fileOf = (entry: FileSystemFileEntry): Promise<File> =>
  new Promise((resolve, reject) => entry.file(resolve, reject));

/** The browser answers at most a hundred entries at a time, and none at the end. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return all;
    all.push(...some);
  }
}
