import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { cp, mkdir, readFile, realpath, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { hasCode } from '#lib/runtime/system/errors.ts';
import { run } from '#lib/runtime/system/run.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';

/**
 * Packages that the runtime imports; their own dependencies follow from their package.json.
 * test/lib/runtime/copied.test.ts checks that lib/runtime imports only these packages, Node and `runtimeCode`.
 */
export const runtimePackages = ['ssh2', '@lydell/node-pty', 'dns-packet'];
const RUNTIME = join('lib', 'runtime');
/** What the runtime consists of, from the root: its folder, and what it imports of another. */
export const runtimeCode: readonly string[] = [
  RUNTIME,
  ...['special-addresses.ts', 'version.ts'].map((name) => join('lib', 'model', 'platform', name)),
];

interface Manifest {
  readonly version: string;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

/** A copy of the code: its folder, and the copy of the file that was asked for. */
export interface CodeCopy {
  readonly folder: string;
  readonly entry: string;
}

/**
 * Copies lib/runtime and what it imports into a folder of `target` that is named by what it holds, unless
 * it is there already. `entry` is a file of lib/runtime. Several agents may copy at once.
 */
export async function copyCode(target: string, entry: string): Promise<CodeCopy> {
  const root = entry.slice(0, entry.lastIndexOf(join(sep, RUNTIME, sep)));
  const packages = await closure(runtimePackages, root);
  const folder = join(target, stampOf(root, packages));
  const copy = { folder, entry: join(folder, relative(root, entry)) };
  if (await touched(folder)) return copy;
  const draft = `${folder}.${process.pid}.new`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o755 });
  for (const path of runtimeCode) await cp(join(root, path), join(draft, path), { recursive: true });
  for (const [name, { path }] of packages) {
    await cp(path, join(draft, 'node_modules', name), { recursive: true, dereference: true });
  }
  await writeFile(join(draft, 'package.json'), JSON.stringify({ type: 'module', imports: { '#lib/*': './lib/*' } }));
  await openToAll(draft);
  await rename(draft, folder).catch((error: unknown) => {
    if (!hasCode(error, 'ENOTEMPTY', 'EEXIST')) throw error;
    return rm(draft, { recursive: true, force: true });
  });
  return copy;
}

/** Whether a folder is there. It is not removed as unused for a while then (`unusedCode`). */
async function touched(folder: string): Promise<boolean> {
  const now = new Date();
  return utimes(folder, now, now).then(
    () => true,
    () => false,
  );
}

type Packages = Map<string, { readonly path: string; readonly version: string }>;

async function closure(names: readonly string[], root: string): Promise<Packages> {
  const found: Packages = new Map();
  const visit = async (name: string, from: string): Promise<void> => {
    if (found.has(name)) return;
    const path = await findPackage(name, from);
    if (!path) return;
    const manifest = JSON.parse(await readFile(join(path, 'package.json'), 'utf8')) as Manifest;
    found.set(name, { path, version: manifest.version });
    const dependencies = { ...manifest.dependencies, ...manifest.optionalDependencies };
    for (const dependency of Object.keys(dependencies)) await visit(dependency, path);
  };
  for (const name of names) await visit(name, root);
  return found;
}

/**
 * Searches as Node does: node_modules of the folder and of its parents. Null for an optional package that is not
 * installed.
 */
async function findPackage(name: string, from: string): Promise<string | null> {
  for (let folder = from; ; folder = dirname(folder)) {
    const path = join(folder, 'node_modules', name);
    if (await stat(join(path, 'package.json')).catch(() => null)) return realpath(path);
    if (folder === dirname(folder)) return null;
  }
}

/** Synchronously, since it is a tenth of the time and nothing else is at work before the runtime. */
function stampOf(root: string, packages: Packages): string {
  const hash = createHash('sha256');
  const files = runtimeCode.flatMap((path) => filesOf(join(root, path)));
  for (const file of files.sort()) hash.update(`${relative(root, file)}\n`).update(readFileSync(file));
  for (const [name, { version }] of packages) hash.update(`${name}@${version}\n`);
  return hash.digest('hex').slice(0, 16);
}

function filesOf(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  const entries = readdirSync(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Makes a copied folder readable for every user: the checkout may have been made under a restrictive umask. */
async function openToAll(folder: string): Promise<void> {
  await run({ file: 'chmod', args: ['-R', 'u+rwX,go=rX', folder], env: HOST_ENV, cwd: '/' });
}
