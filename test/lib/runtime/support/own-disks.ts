import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { HOST_ENV } from '#lib/runtime/system/tools.ts';

/** The folder of images of disks, beside a state folder of root's. */
export const imagesBy = (state: string): string => join(dirname(state), 'disks');

/** Images of disks, and drafts of them, by their paths below that folder; none where disks are folders. */
export function imagesIn(state: string): string[] {
  return ['machines', 'volumes', 'snapshots'].flatMap((kind) => {
    const folder = join(imagesBy(state), kind);
    return existsSync(folder) ? readdirSync(folder).map((name) => `${kind}/${name}`) : [];
  });
}

/** The loop devices of a state folder's images. */
export function loopsOf(state: string): string[] {
  const list = execFileSync('losetup', ['--list', '--noheadings', '--output', 'BACK-FILE'], { env: HOST_ENV });
  return String(list)
    .split('\n')
    .filter((line) => line.startsWith(imagesBy(state)));
}

/** A state folder as its runtime sees it, with the files of disks that are file systems of their own. */
export function seenByRuntime(state: string): string {
  if (process.getuid?.() !== 0) return state;
  const { runtime } = JSON.parse(readFileSync(join(state, 'runtime.json'), 'utf8'));
  return join('/proc', `${runtime.pid}`, 'root', state);
}

/**
 * Runs a shell script in the folder of a disk, `machines/<id>`, `volumes/<id>` or `snapshots/<id>`. A disk that is a
 * file system of its own, and that its runtime has not opened, is mounted for that script alone.
 */
export function inDisk(state: string, disk: string, script: string, input = ''): string {
  const place = join(disk, disk.startsWith('volumes') ? 'data' : 'disk');
  const image = join(imagesBy(state), disk);
  const options = { env: HOST_ENV, input };
  const plain = !existsSync(image);
  if (plain || loopsOf(state).includes(image)) {
    const cwd = join(plain ? state : seenByRuntime(state), place);
    return String(execFileSync('sh', ['-ec', script], { ...options, cwd }));
  }
  const inner = disk.startsWith('volumes') ? place : 'disk';
  const made = '[ -d "$2" ] || { mkdir -p "$2"; chown --reference="$4" "$2"; }';
  const task = `mount -o loop "$1" /mnt; cd /mnt; ${made}; cd "$2"; eval "$3"`;
  return String(execFileSync('unshare', ['-m', 'sh', '-ec', task, 'sh', image, inner, script, state], options));
}

/** Makes a disk the folder that it was before disks had file systems. Its runtime has to be opened again. */
export function intoFolder(state: string, disk: string): void {
  const place = join(disk, disk.startsWith('volumes') ? 'data' : 'disk');
  const inner = disk.startsWith('volumes') ? place : 'disk';
  const image = join(imagesBy(state), disk);
  const task = 'mount -o loop "$1" /mnt; cp -a "/mnt/$2/." "$3"; umount /mnt; rm "$1"';
  const words = [image, inner, join(state, place)];
  execFileSync('unshare', ['-m', 'sh', '-ec', task, 'sh', ...words], { env: HOST_ENV });
}
