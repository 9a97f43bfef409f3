import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { mountsHere } from '#lib/agent/hosted/group-folders.ts';

const { unified, byController } = mountsHere();
/** Where control groups of root's platforms are, of either version. */
export const trees = [...new Set([unified, ...Object.values(byController)])].flatMap((tree) => tree ?? []);

/** The groups of machines of a data folder, in every tree. */
export function groupsOf(home: string): string[] {
  const folders = trees.map((tree) => join(tree, 'svc.slice', basename(home))).filter((folder) => existsSync(folder));
  return folders.flatMap((folder) =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? entry.name : [])),
  );
}
