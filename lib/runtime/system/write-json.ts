import { open, rename, rm } from 'node:fs/promises';

/** Replaces a file in one step: after a crash it is the old one or the new one. Callers write one at a time. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  const draft = draftOf(path);
  const file = await open(draft, 'w', 0o600);
  try {
    await file.writeFile(JSON.stringify(value));
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** Removes what a crash left of a replacement. */
export const dropDraft = (path: string): Promise<void> => rm(draftOf(path), { force: true });

const draftOf = (path: string): string => `${path}.new`;
