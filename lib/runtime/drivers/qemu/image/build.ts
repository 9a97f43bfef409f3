import { chmod, copyFile, cp, mkdir, mkdtemp, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { runTool } from '#lib/runtime/system/run.ts';
import { type CpioEntry, writeCpio } from './cpio.ts';
import { EARLY_MODULES, LATE_MODULES, loadOrder, readModuleIndex } from './modules.ts';
import { unpackPackages } from './packages.ts';
import { guestFile, layOut } from './tree.ts';
import { UnpackedTools } from './unpacked.ts';

const MIB = 1024 * 1024;
const FOLDER = 0o040755;
const PROGRAM = 0o100755;

/** Builds the guest image from this system's packages. `target` appears as a whole or not at all. Needs no root. */
export async function buildImage(target: string): Promise<void> {
  const work = await mkdtemp(join(tmpdir(), 'svc-qemu-'));
  const draft = `${target}.new`;
  try {
    await rm(draft, { recursive: true, force: true });
    await mkdir(draft, { recursive: true });
    const tools = new UnpackedTools(await unpackPackages(work));
    const version = (await readdir(join(tools.root, 'lib/modules')))[0] ?? '';
    await tools.run('bin/busybox', ['depmod', '-b', tools.root, version]);
    const modules = join(tools.root, 'lib/modules', version);
    const index = await readModuleIndex(modules);
    const early = loadOrder(index, EARLY_MODULES);
    await copyFile(join(tools.root, 'boot', `vmlinuz-${version}`), join(draft, 'vmlinuz'));
    await chmod(join(draft, 'vmlinuz'), 0o644);
    await writeFile(join(draft, 'initrd'), gzipSync(writeCpio(await initrd(tools, modules, early))));
    const tree = join(work, 'tree');
    await layOut(tools, tree);
    for (const path of [...early, ...loadOrder(index, LATE_MODULES), 'modules.dep']) {
      const place = join(tree, 'lib/modules', version, path);
      await mkdir(dirname(place), { recursive: true });
      await cp(join(modules, path), place);
    }
    await makeDisk(tools, tree, work, join(draft, 'root.qcow2'));
    await rm(target, { recursive: true, force: true });
    await rename(draft, target);
  } finally {
    await rm(work, { recursive: true, force: true });
    await rm(draft, { recursive: true, force: true });
  }
}

async function initrd(tools: UnpackedTools, modules: string, order: readonly string[]): Promise<CpioEntry[]> {
  const folder = (path: string): CpioEntry => ({ path, mode: FOLDER, data: Buffer.alloc(0) });
  const program = async (path: string, from: string) => ({ path, mode: PROGRAM, data: await readFile(from) });
  const libraries = await tools.librariesOf(['bin/busybox']);
  const files = [
    { path: 'init', mode: PROGRAM, data: Buffer.from(await guestFile('initrd.sh')) },
    { path: 'modules', mode: PROGRAM, data: Buffer.from(order.map(flat).join('\n')) },
    await program('bin/busybox', join(tools.root, 'bin/busybox')),
    ...(await Promise.all(libraries.map((path) => program(path, join(tools.root, path))))),
    ...(await Promise.all(order.map((path) => program(`lib/modules/${flat(path)}`, join(modules, path))))),
  ];
  const folders = new Set(['dev', 'root', ...files.flatMap(({ path }) => parents(path))]);
  return [...[...folders].sort().map(folder), ...files];
}

const flat = (path: string): string => path.replaceAll('/', '_');

function parents(path: string): string[] {
  const parts = path.split('/').slice(0, -1);
  return parts.map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** A file system of 1 GiB, which a machine's first boot makes as large as its plan says. */
async function makeDisk(tools: UnpackedTools, tree: string, work: string, disk: string): Promise<void> {
  const raw = join(work, 'root.raw');
  const file = await open(raw, 'w');
  await file.truncate(1024 * MIB);
  await file.close();
  await tools.run('sbin/mke2fs', ['-q', '-t', 'ext4', '-m', '0', '-E', 'lazy_itable_init=1', '-d', tree, raw]);
  await runTool('qemu-img', ['convert', '-f', 'raw', '-O', 'qcow2', raw, disk]);
}
