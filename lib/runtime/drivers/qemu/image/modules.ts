import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** What the guest needs before it has a root file system, in no order; what a kernel has built in is left out. */
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
/** What it loads when it is asked to. */
export const LATE_MODULES = ['xfs'];

/** Modules by their name, with what each needs (modules.dep, depmod(8)). */
export type ModuleIndex = ReadonlyMap<string, { readonly path: string; readonly needs: readonly string[] }>;

/** Reads a kernel's index; paths are relative to its modules' folder. */
export async function readModuleIndex(folder: string): Promise<ModuleIndex> {
  const lines = (await readFile(join(folder, 'modules.dep'), 'utf8')).split('\n').filter((line) => line.includes(':'));
  return new Map(
    lines.map((line) => {
      const [path = '', rest = ''] = line.split(':');
      return [nameOf(path), { path, needs: rest.split(' ').filter(Boolean).map(nameOf) }];
    }),
  );
}

/** Paths of the wanted modules and of what they need, each after what it needs. */
export function loadOrder(index: ModuleIndex, wanted: readonly string[]): string[] {
  const order = new Set<string>();
  const visit = (name: string): void => {
    const found = index.get(name);
    if (!found || order.has(found.path)) return;
    // The index names all that a module needs, also what these need, the last first.
    for (const need of found.needs.toReversed()) visit(need);
    order.add(found.path);
  };
  for (const name of wanted) visit(name);
  return [...order];
}

const nameOf = (path: string): string => ((path.split('/').at(-1) ?? '').split('.ko')[0] ?? '').replaceAll('-', '_');
