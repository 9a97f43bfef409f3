import { type File, type Import, importsOf } from './read.ts';

/** imports.json: who may import whom. */
export interface Table {
  /** What the files of a folder may import; a folder inside another may import what that one may, too. */
  readonly folders: Readonly<Record<string, readonly string[]>>;
  /** The folders that have the wings, under the same names. */
  readonly floors: readonly string[];
  readonly wings: Readonly<Record<string, readonly string[]>>;
  /** The wing of what lies on a floor and outside its wings; '' where it has none. */
  readonly wingOf: Readonly<Record<string, string>>;
}

const shipped = /^(functions|statemachines|lib)\//;

/** Whether a path is this folder or file, or inside it. One `*` in a name stands for any text. */
function within(path: string, folder: string): boolean {
  const [start = '', end] = folder.split('*');
  const isLike = end !== undefined && path.startsWith(start) && path.endsWith(end);
  return isLike || path === folder || path.startsWith(`${folder}/`);
}

/** What is imported against the table, a sentence each; and what of the house has no row or no wing. */
export function violations(table: Table, files: readonly File[]): string[] {
  return files
    .filter(({ file }) => shipped.test(file))
    .flatMap((file) => [
      ...homeless(table, file.file),
      ...importsOf(file).flatMap((found) => {
        const reason = byFolder(table, file.file, found) ?? byWing(table, file.file, found);
        return reason ? [`${file.file}:${found.line} imports ${found.name}: ${reason}`] : [];
      }),
    ]);
}

function homeless(table: Table, file: string): string[] {
  const row = rowsOf(table, file).length > 0 ? [] : [`${file}: no row of imports.json has this folder`];
  const floor = table.floors.some((folder) => within(file, folder));
  return floor && wingOf(table, file) === undefined ? [...row, `${file}: it is in no wing`] : row;
}

const rowsOf = ({ folders }: Table, file: string) => Object.keys(folders).filter((folder) => within(file, folder));

function byFolder(table: Table, file: string, { name, path }: Import): string | undefined {
  const rows = rowsOf(table, file);
  const allowed = rows.flatMap((row) => table.folders[row] ?? []);
  const may = path ? allowed.some((folder) => within(path, folder)) : allowed.some((entry) => isPackage(entry, name));
  return may || name.startsWith('./') || rows.length === 0
    ? undefined
    : `${rows.at(-1)} may import ${allowed.join(', ')}`;
}

/** `node:*` is every module of Node; a package's name is its files, too. */
function isPackage(entry: string, name: string): boolean {
  return entry.endsWith('*') ? name.startsWith(entry.slice(0, -1)) : within(name, entry);
}

function byWing(table: Table, file: string, { path = '' }: Import): string | undefined {
  const [from, to] = [wingOf(table, file), wingOf(table, path)];
  const below = table.wings[from ?? ''];
  if (!below || !to || to === from || below.includes(to)) return undefined;
  return `the wing ${from} may import itself${below.map((wing) => `, ${wing}`).join('')}`;
}

/**
 * The wing of a file; '' for a file that belongs to all wings; undefined for one that should be in a wing and is not.
 */
function wingOf({ floors, wings, wingOf: named }: Table, file: string): string | undefined {
  const known = Object.keys(named).find((path) => within(file, path));
  if (known) return named[known];
  const floor = floors.find((folder) => within(file, folder));
  if (!floor) return undefined;
  return Object.keys(wings).find((wing) => within(file, `${floor}/${wing}`));
}

/** Each folder, file and package that the table names and the house does not have. */
export function unknownNames(table: Table, files: readonly string[], packages: readonly string[]): string[] {
  const { folders, floors, wings, wingOf: named } = table;
  const paths = [
    ...Object.keys(folders),
    ...Object.values(folders).flat(),
    ...floors.flatMap((floor) => Object.keys(wings).map((wing) => `${floor}/${wing}`)),
    ...Object.keys(named),
  ];
  const ordered = Object.entries(wings).flatMap(([, below]) => below.filter((wing) => !(wing in wings)));
  const isThere = (name: string) => {
    if (/^(functions|statemachines|lib)(\/|$)/.test(name)) return files.some((file) => within(file, name));
    return name.startsWith('node:') || packages.includes(name);
  };
  return [...new Set([...paths.filter((name) => !isThere(name)), ...ordered])];
}
