import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Modules that the guest needs before it has a root file system, in any order. Those that are built into a kernel are
 * skipped.
 */
export const EARLY_MODULES = [
  'virtio_pci',
  'virtio_blk',
  'virtio_net',
  'ext4',
  'qemu_fw_cfg',
  'button',
  'evdev',
  'virtio_rng',
];
/** Modules that the guest loads on demand. */
export const LATE_MODULES = ['xfs'];

/** Modules by name, with the modules that each one needs (modules.dep, depmod(8)). */
export type ModuleIndex = ReadonlyMap<string, { readonly path: string; readonly needs: readonly string[] }>;

/** Reads a kernel's index of modules. Paths are relative to the modules' folder. */
export async function readModuleIndex(folder: string): Promise<ModuleIndex> {
  const lines = (await readFile(join(folder, 'modules.dep'), 'utf8')).split('\n').filter((line) => line.includes(':'));
  return new Map(
    lines.map((line) => {
      const [path = '', rest = ''] = line.split(':');
      return [nameOf(path), { path, needs: rest.split(' ').filter(Boolean).map(nameOf) }];
    }),
  );
}

/** Paths of the wanted modules and of those that they need, in loading order. */
export function loadOrder(index: ModuleIndex, wanted: readonly string[]): string[] {
  const order = new Set<string>();
  const visit = (name: string): void => {
    const found = index.get(name);
    if (!found || order.has(found.path)) return;
    // The index names all modules that one needs, also indirectly, the last to load first.
    for (const need of found.needs.toReversed()) visit(need);
    order.add(found.path);
  };
  for (const name of wanted) visit(name);
  return [...order];
}

const nameOf = (path: string): string => ((path.split('/').at(-1) ?? '').split('.ko')[0] ?? '').replaceAll('-', '_');
