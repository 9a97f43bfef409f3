import { chmod, copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { UnpackedTools } from './unpacked.ts';

const GUEST = fileURLToPath(new URL('../guest/', import.meta.url));

/** The guest's programs in addition to busybox. The linker tells which libraries they need. */
const PROGRAMS = [
  'bin/busybox',
  'usr/sbin/dropbear',
  'usr/lib/dropbear/dropbearconvert',
  'usr/lib/openssh/sftp-server',
  'sbin/mke2fs',
  'sbin/resize2fs',
  'sbin/mkfs.xfs',
  'usr/sbin/xfs_io',
];
/** Names for which the guest does not use busybox's applet. */
const OWN = new Set(['mke2fs', 'mkfs.ext2', 'halt', 'nohup', 'shutdown']);

const SCRIPTS = { 'usr/lib/svc/boot': 'boot.sh', 'usr/lib/svc/keys': 'keys.sh', 'usr/lib/svc/ready': 'ready.sh' };
const TOOLS = {
  'usr/lib/svc/volume': 'volume.sh',
  'sbin/shutdown': 'shutdown.sh',
  'sbin/halt': 'shutdown.sh',
  'usr/bin/nohup': 'nohup.sh',
  'etc/acpi/PWRF/00000080': 'power.sh',
};
const FILES: Readonly<Record<string, string>> = {
  'etc/passwd': 'root:x:0:0:root:/root:/bin/sh\n',
  'etc/group': 'root:x:0:\ntty:x:5:\n',
  'etc/shells': '/bin/sh\n',
  'etc/profile': 'export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin\n',
  'etc/fstab': '',
};
const FOLDERS = [
  'dev',
  'proc',
  'sys',
  'run',
  'tmp',
  'mnt',
  'root',
  'home',
  'var/log',
  'var/lib',
  'etc/dropbear',
  'usr/local/bin',
];

/** Lays out a guest's root file system in `tree` from unpacked packages, without kernel modules. */
export async function layOut(tools: UnpackedTools, tree: string): Promise<void> {
  for (const folder of [...FOLDERS, 'bin', 'sbin', 'usr/bin', 'usr/sbin', 'usr/lib', 'lib64']) {
    await mkdir(join(tree, folder), { recursive: true });
  }
  await chmod(join(tree, 'root'), 0o700);
  const present = await tools.present(PROGRAMS);
  for (const path of [...present, ...(await tools.librariesOf(present))]) await bring(tools.root, tree, path);
  for (const applet of (await tools.run('bin/busybox', ['--list-full'])).trim().split('\n')) {
    if (OWN.has(applet.split('/').at(-1) ?? '')) continue;
    await mkdir(dirname(join(tree, applet)), { recursive: true });
    await symlink('/bin/busybox', join(tree, applet)).catch(() => undefined);
  }
  await link(tree, {
    'sbin/mkfs.ext4': '/sbin/mke2fs',
    'usr/bin/dropbearconvert': '/usr/lib/dropbear/dropbearconvert',
  });
  await link(tree, {
    'usr/lib/sftp-server': '/usr/lib/openssh/sftp-server',
    'usr/libexec/sftp-server': '/usr/lib/openssh/sftp-server',
  });
  for (const [path, name] of Object.entries({ ...SCRIPTS, ...TOOLS }))
    await put(tree, path, await guestFile(name), 0o755);
  for (const [path, text] of Object.entries({ ...FILES, 'etc/inittab': await guestFile('inittab') })) {
    await put(tree, path, text, 0o644);
  }
}

/** The text of a program or script for the guest. */
export const guestFile = (name: string): Promise<string> => readFile(join(GUEST, name), 'utf8');

async function bring(from: string, tree: string, path: string): Promise<void> {
  await mkdir(dirname(join(tree, path)), { recursive: true });
  await copyFile(join(from, path), join(tree, path));
  await chmod(join(tree, path), 0o755);
}

async function link(tree: string, links: Readonly<Record<string, string>>): Promise<void> {
  for (const [path, target] of Object.entries(links)) {
    await mkdir(dirname(join(tree, path)), { recursive: true });
    await symlink(target, join(tree, path)).catch(() => undefined);
  }
}

async function put(tree: string, path: string, text: string, mode: number): Promise<void> {
  await mkdir(dirname(join(tree, path)), { recursive: true });
  // Never written through a link: a link in a guest's tree leads to the host's own programs.
  await writeFile(join(tree, path), text, { flag: 'wx' });
  await chmod(join(tree, path), mode);
}
