import { type File, importsOf } from './read.ts';

/** Groups of files that import each other in a circle, by imports of any kind. Each group is sorted by name. */
export function circles(files: readonly File[]): string[][] {
  const known = new Set(files.map(({ file }) => file));
  const edges = new Map(
    files.map((file) => [file.file, importsOf(file).flatMap(({ path }) => (path && known.has(path) ? [path] : []))]),
  );
  const left = new Map(edges);
  // What imports nothing that is left, or what nothing left imports, is in no circle.
  while (peel(left));
  return groups(left);
}

function peel(left: Map<string, string[]>): boolean {
  const imported = new Set([...left.values()].flatMap((paths) => paths.filter((path) => left.has(path))));
  const free = [...left].filter(([file, paths]) => !imported.has(file) || !paths.some((path) => left.has(path)));
  for (const [file] of free) left.delete(file);
  return free.length > 0;
}

/** Two files are of one group where each reaches the other. */
function groups(edges: ReadonlyMap<string, string[]>): string[][] {
  const reach = new Map([...edges.keys()].map((file) => [file, reachedFrom(file, edges)]));
  const found = [...edges.keys()].map((file) =>
    [...(reach.get(file) ?? [])].filter((other) => reach.get(other)?.has(file)).sort(),
  );
  return [...new Map(found.filter(({ length }) => length > 0).map((group) => [group.join(), group])).values()];
}

function reachedFrom(file: string, edges: ReadonlyMap<string, string[]>): Set<string> {
  const reached = new Set<string>();
  const next = [...(edges.get(file) ?? [])];
  for (let path = next.pop(); path !== undefined; path = next.pop()) {
    if (reached.has(path) || !edges.has(path)) continue;
    reached.add(path);
    next.push(...(edges.get(path) ?? []));
  }
  return reached;
}
