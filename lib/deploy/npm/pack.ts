import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const run = promisify(execFile);

/** One door of a package. */
export interface Door {
  /** What is imported, without the package's name: `.`, `./node`. */
  readonly path: string;
  /** The source that it leads to, from the root of the checkout. */
  readonly source: string;
  /** The source that declares it, where that is another. */
  readonly declared?: string;
  /** The tsconfig by which its declarations are made, from the root. */
  readonly tsconfig: string;
}

/** A package for npm that is made of sources of this checkout. */
export interface NpmPackage {
  readonly name: string;
  readonly description: string;
  readonly doors: readonly Door[];
  /** The page that becomes its README, from the root. */
  readonly readme: string;
  /** The folders below `lib` whose declarations belong to it. */
  readonly folders: readonly string[];
  /** Those of them whose files may be named one by one, as `<package>/lib/<folder>/…`, for their types alone. */
  readonly typesOf?: readonly string[];
  /** Packages that its declarations name, in the checkout's versions; who uses them installs them. */
  readonly peers?: readonly string[];
  /** Files that it has as they are here, from the root. */
  readonly files?: readonly string[];
}

/**
 * Packs a package into a tarball in `into`, and answers its path: each door as one file of JavaScript (ES module, for
 * browsers and for Node 20 and later) with what it imports inside, beside the declarations. Its version is the
 * checkout's. Throws where the sources do not compile by the tsconfig of a door.
 */
export async function packNpm(root: string, given: NpmPackage, into: string): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'svc-npm-'));
  try {
    for (const door of given.doors) {
      await bundle(root, door, dir);
      await declare(root, door, given, dir);
    }
    await writeFile(join(dir, 'package.json'), `${JSON.stringify(await manifest(root, given), null, 2)}\n`);
    for (const file of given.files ?? []) await cp(join(root, file), join(dir, basename(file)));
    await cp(join(root, given.readme), join(dir, 'README.md'));
    await cp(join(root, 'LICENSE'), join(dir, 'LICENSE'));
    await mkdir(into, { recursive: true });
    const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', into], { cwd: dir });
    const [packed] = JSON.parse(stdout) as { filename: string }[];
    return join(into, packed?.filename ?? '');
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const script = ({ path }: Door): string => (path === '.' ? 'index.js' : `${path.slice(2)}.js`);

async function bundle(root: string, door: Door, dir: string): Promise<void> {
  await build({
    absWorkingDir: root,
    entryPoints: [door.source],
    outfile: join(dir, script(door)),
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    external: ['node:*'],
    target: 'es2023',
    // What a page loads is small, and a stack trace keeps its names.
    minifySyntax: true,
    minifyWhitespace: true,
    logLevel: 'silent',
  });
}

/** What the package's own folders declare; what they import from elsewhere shows in no declaration. */
async function declare(root: string, door: Door, { folders }: NpmPackage, dir: string): Promise<void> {
  const out = join(dir, 'declared');
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  const options = ['--noEmit', 'false', '--declaration', '--emitDeclarationOnly', '--outDir', out];
  const args = [tsc, '-p', door.tsconfig, ...options, '--rootDir', root];
  await run(process.execPath, args, { cwd: root, maxBuffer: 2 ** 24 }).catch((failure: { stdout?: string }) => {
    throw new Error(`${door.source} has no declarations:\n${failure.stdout}`);
  });
  for (const folder of folders) {
    for (const name of await readdir(join(out, 'lib', folder), { recursive: true }).catch(unlessAbsent)) {
      if (!name.endsWith('.d.ts')) continue;
      const file = join(folder, name);
      const target = join(dir, 'types', file);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, readdressed(await readFile(join(out, 'lib', file), 'utf8'), file));
    }
  }
  await rm(out, { recursive: true });
}

/** A door has not something of each folder. */
function unlessAbsent(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOENT') return [];
  throw error;
}

/** A declaration whose imports are relative, and of `.js`, as they are everywhere but in this checkout. */
function readdressed(text: string, file: string): string {
  return text.replaceAll(
    /(['"])(#lib\/|\.\/)([^'"\n]{1,200})\.ts\1/g,
    (_, quote: string, from: string, path: string) => {
      if (from === './') return `${quote}./${path}.js${quote}`;
      const target = relative(dirname(file), path).split(sep).join('/');
      return `${quote}${target.startsWith('.') ? '' : './'}${target}.js${quote}`;
    },
  );
}

async function manifest(root: string, { name, description, doors, typesOf = [], peers = [] }: NpmPackage) {
  const own = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Manifest;
  const versions = { ...own.dependencies, ...own.devDependencies };
  const declared = ({ source, declared: other = source }: Door) =>
    `./types/${other.slice('lib/'.length).replace(/\.ts$/, '.d.ts')}`;
  const entries = doors.map((door) => [door.path, { types: declared(door), default: `./${script(door)}` }]);
  const types = typesOf.map((folder) => [`./lib/${folder}/*`, { types: `./types/${folder}/*.d.ts` }]);
  return {
    name,
    version: own.version,
    description,
    license: own.license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20.19' },
    exports: Object.fromEntries([...entries, ...types]),
    ...(peers.length > 0 && {
      peerDependencies: Object.fromEntries(peers.map((peer) => [peer, versions[peer]])),
      peerDependenciesMeta: Object.fromEntries(peers.map((peer) => [peer, { optional: true }])),
    }),
  };
}

/** What is read of the checkout's package.json. */
interface Manifest {
  readonly version: string;
  readonly license: string;
  readonly dependencies: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
}
