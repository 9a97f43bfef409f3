import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { findTool } from '#lib/runtime/system/tools.ts';
import { type TarEntry, tarOf } from './tar-of.ts';

const BUSYBOX = findTool('busybox');

/** Why no image can be made of busybox here; null where one can. */
export const busyboxMissing: string | null = BUSYBOX === null ? 'busybox-static is not installed' : null;

/** The layer of an image that has busybox, and nothing else but root. */
export function busyboxLayer(more: readonly TarEntry[] = []): Buffer {
  const applets = execFileSync(BUSYBOX ?? '', ['--list'], { encoding: 'utf8' })
    .trim()
    .split('\n');
  return tarOf([
    { name: 'bin', type: '5', mode: 0o755 },
    { name: 'bin/busybox', mode: 0o755, body: readFileSync(BUSYBOX ?? '') },
    ...applets
      .filter((name) => name !== 'busybox')
      .map((name) => ({ name: `bin/${name}`, type: '2', link: 'busybox', mode: 0o777 })),
    { name: 'etc', type: '5', mode: 0o755 },
    { name: 'etc/passwd', body: 'root:x:0:0:root:/root:/bin/sh\napp:x:10:20:app:/data:/bin/sh\n' },
    { name: 'etc/group', body: 'root:x:0:\napp:x:20:\n' },
    ...more,
  ]);
}

/** The layer of an image without a shell: one program, whose name is not that of one. */
export const bareLayer = (): Buffer =>
  tarOf([
    { name: 'own', type: '5', mode: 0o755 },
    { name: 'own/busybox', mode: 0o755, body: readFileSync(BUSYBOX ?? '') },
  ]);
