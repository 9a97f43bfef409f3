import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { DeployError } from './template.ts';

/** Lambda's two processor architectures, by the framework's names. */
export type Architecture = 'arm64' | 'x86_64';

interface Addon {
  package: string;
  file: string;
}

const run = promisify(execFile);

/** Packages with machine code, and the packages that have it for Lambda (glibc). */
const addons: Record<string, Record<Architecture, Addon>> = {
  '@node-rs/argon2': {
    arm64: { package: '@node-rs/argon2-linux-arm64-gnu', file: 'argon2.linux-arm64-gnu.node' },
    x86_64: { package: '@node-rs/argon2-linux-x64-gnu', file: 'argon2.linux-x64-gnu.node' },
  },
};

export const addonPackages = Object.keys(addons);

/**
 * The path of a package's machine code for this architecture. npm installs it for the present machine only; for another
 * architecture the locked version is fetched into `cache`. Throws DeployError where that fails or the checksum differs
 * from the lock file's.
 */
export async function addonFor(name: string, architecture: Architecture, root: string, cache: string): Promise<string> {
  const addon = addons[name]?.[architecture];
  if (!addon) throw new DeployError(`${name} has no machine code for ${architecture}`);
  const installed = installedPath(addon, root);
  if (installed) return installed;
  const lock = lockEntry(addon, root);
  const kept = join(cache, `${addon.package.replace('/', '-')}-${lock.version}`, addon.file);
  if (!existsSync(kept)) await fetchAddon(addon, lock, kept, root);
  return kept;
}

function installedPath(addon: Addon, root: string): string | undefined {
  const resolve = createRequire(join(root, 'package.json')).resolve;
  const owner = Object.keys(addons).find((name) => addon.package.startsWith(`${name}-`)) ?? addon.package;
  try {
    return createRequire(resolve(owner)).resolve(`${addon.package}/${addon.file}`);
  } catch {
    return undefined;
  }
}

interface Locked {
  version: string;
  integrity: string;
}

function lockEntry({ package: name }: Addon, root: string): Locked {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked | undefined>;
  };
  const entry = packages[`node_modules/${name}`];
  if (!entry) throw new DeployError(`package-lock.json does not hold ${name}: run npm install`);
  return entry;
}

async function fetchAddon(addon: Addon, { version, integrity }: Locked, path: string, root: string): Promise<void> {
  const folder = join(path, '..');
  mkdirSync(join(folder, '..'), { recursive: true });
  const work = mkdtempSync(`${folder}-`);
  try {
    const tarball = await pack(`${addon.package}@${version}`, work, root);
    const [algorithm = '', digest] = integrity.split('-', 2);
    if (createHash(algorithm).update(readFileSync(tarball)).digest('base64') !== digest) {
      throw new DeployError(`${addon.package}@${version} is not what package-lock.json says (${algorithm} differs)`);
    }
    const options = { encoding: 'buffer', maxBuffer: 1 << 27 } as const;
    const { stdout } = await run('tar', ['-xOzf', tarball, `package/${addon.file}`], options);
    const whole = `${join(work, addon.file)}`;
    writeFileSync(whole, stdout);
    mkdirSync(folder, { recursive: true });
    renameSync(whole, path);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

async function pack(spec: string, into: string, cwd: string): Promise<string> {
  try {
    const { stdout } = await run('npm', ['pack', spec, '--json', '--pack-destination', into], { cwd });
    const [{ filename }] = JSON.parse(stdout) as [{ filename: string }];
    return join(into, filename);
  } catch (error) {
    throw new DeployError(
      `${spec} is for another processor than this machine's and npm could not fetch it (${reasonOf(error)})`,
    );
  }
}

/** npm's error code, such as ECONNREFUSED or E404, from its longer output. */
function reasonOf(error: unknown): string {
  const { stdout, stderr, message } = error as { stdout?: string; stderr?: string; message?: string };
  const code = /npm error code (\S+)/.exec(stderr ?? '') ?? /"code": "(\w+)"/.exec(stdout ?? '');
  return code?.[1] ?? message ?? 'unknown';
}
