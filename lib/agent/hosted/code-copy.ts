import { createHash } from 'node:crypto';
import { cp, mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { run } from '#lib/runtime/system/run.ts';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';

/**
 * Packages that the runtime imports; their own dependencies follow from their package.json.
 * test/lib/runtime/copied.test.ts checks that lib/runtime imports only these packages, Node and itself.
 */
export const runtimePackages = ['ssh2', '@lydell/node-pty', 'dns-packet'];
const RUNTIME = join('lib', 'runtime');

interface Manifest {
  readonly version: string;
  readonly dependencies?: Record<string, string>;
  readonly optionalDependencies?: Record<string, string>;
}

/**
 * Copies lib/runtime and the packages that it imports into `target`, unless the same code is there already. `entry` is
 * a file of lib/runtime. Answers the path of its copy.
 */
export async function copyCode(target: string, entry: string): Promise<string> {
  const root = entry.slice(0, entry.lastIndexOf(join(sep, RUNTIME, sep)));
  const packages = await closure(runtimePackages, root);
  const stamp = await stampOf(join(root, RUNTIME), packages);
  const folder = join(target, stamp);
  const copied = join(folder, relative(root, entry));
  if (await stat(copied).catch(() => null)) return copied;
  const draft = `${folder}.${process.pid}.new`;
  await rm(target, { recursive: true, force: true });
  await mkdir(draft, { recursive: true, mode: 0o755 });
  await cp(join(root, RUNTIME), join(draft, RUNTIME), { recursive: true });
  for (const [name, { path }] of packages) {
    await cp(path, join(draft, 'node_modules', name), { recursive: true, dereference: true });
  }
  await writeFile(join(draft, 'package.json'), JSON.stringify({ type: 'module', imports: { '#lib/*': './lib/*' } }));
  await openToAll(draft);
  await rename(draft, folder);
  return copied;
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

async function stampOf(runtime: string, packages: Packages): Promise<string> {
  const hash = createHash('sha256');
  for (const file of (await filesOf(runtime)).sort())
    hash.update(`${relative(runtime, file)}\n`).update(await readFile(file));
  for (const [name, { version }] of packages) hash.update(`${name}@${version}\n`);
  return hash.digest('hex').slice(0, 16);
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Makes a copied folder readable for every user: the checkout may have been made under a restrictive umask. */
async function openToAll(folder: string): Promise<void> {
  await run({ file: 'chmod', args: ['-R', 'u+rwX,go=rX', folder], env: HOST_ENV, cwd: '/' });
}
