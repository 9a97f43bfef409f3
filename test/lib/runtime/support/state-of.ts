import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DriverKind } from '#lib/runtime/registry.ts';
import { imagesIn } from './own-disks.ts';

/**
 * The folder in which a hosted driver keeps machines, volumes and snapshots. `own`: its agent runs as the test's user.
 */
export function stateOf({ dir, systemDir }: { dir: string; systemDir: string }, kind: DriverKind, own = true): string {
  if (process.getuid?.() !== 0 || !own) return join(dir, kind);
  const [home = ''] = readdirSync(systemDir).filter((name) => /^[0-9a-f]{16}$/.test(name));
  return join(systemDir, home, 'state');
}

/** The folder of a machine's own files on its disk: what differs from the image, where the whole root is the disk. */
export function filesOn(disk: string): string {
  const [kind = '', id = ''] = disk.split('/').slice(-3);
  const hasImage = imagesIn(join(disk, '../../..')).includes(`${kind}/${id}`);
  return hasImage || existsSync(join(disk, 'upper')) ? join(disk, 'upper') : disk;
}

/** What is not finished, or not removed, below a state folder. */
export function leftovers(state: string): string[] {
  const names = ['machines', 'volumes', 'snapshots'].flatMap((part) => {
    const folder = join(state, part);
    return readdirSync(folder).flatMap((name) => [
      name,
      ...readdirSync(join(folder, name)).map((one) => join(name, one)),
    ]);
  });
  const images = imagesIn(state).filter((name) => name.includes('+'));
  return [...names.filter((name) => /\.(trash|old|new|next|root)$/.test(name)), ...images];
}
