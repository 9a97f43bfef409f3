import { join, relative, sep } from 'node:path';
import { API, type Project } from 'typescript/unstable/sync';
import { root } from '#lib/generate/routes.ts';

/** What `look` sees of this repository as the compiler reads it, with `planted` in place of files of the tree. */
export function compiled<T>(planted: Readonly<Record<string, string>>, look: (project: Project) => T): T {
  const api = new API({ cwd: root, fs: { readFile: (path) => planted[nameOf(path)] } });
  try {
    const project = api.updateSnapshot({ openProjects: [join(root, 'tsconfig.json')] }).getProjects()[0];
    if (!project) throw new Error('tsconfig.json: the compiler opened no project');
    return look(project);
  } finally {
    api.close();
  }
}

/** A file's path from the root. */
export const nameOf = (path: string) => relative(root, path).split(sep).join('/');
