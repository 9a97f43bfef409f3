import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool } from '#lib/runtime/system/run.ts';

/** Packages of the guest's programs; their libraries come with them. */
const PROGRAMS = ['busybox-static', 'dropbear-bin', 'openssh-sftp-server', 'e2fsprogs', 'xfsprogs'];
/** The package that depends on the kernel for virtual machines. */
const KERNEL = 'linux-image-cloud-amd64';
const UBUNTU_KERNEL = 'linux-image-virtual';

/** Downloads the guest's packages from this system's own sources and unpacks them. Installs nothing. */
export async function unpackPackages(work: string): Promise<string> {
  const [cache, root, status] = [join(work, 'cache'), join(work, 'root'), join(work, 'status')];
  await mkdir(join(cache, 'archives/partial'), { recursive: true });
  await mkdir(root, { recursive: true });
  // An empty list of installed packages: then dependencies are downloaded too.
  await writeFile(status, '');
  const options = [`Dir::State::status=${status}`, `Dir::Cache=${cache}`, 'Debug::NoLocking=1', 'APT::Sandbox::User='];
  const flags = options.flatMap((option) => ['-o', option]);
  await runTool('apt-get', [
    ...flags,
    '-qq',
    '-y',
    '--no-install-recommends',
    '--download-only',
    'install',
    ...PROGRAMS,
  ]);
  await runTool('apt-get', [...flags, '-qq', 'download', ...(await kernelPackages())], join(cache, 'archives'));
  for (const name of await readdir(join(cache, 'archives'))) {
    if (name.endsWith('.deb')) await runTool('dpkg-deb', ['-x', join(cache, 'archives', name), root]);
  }
  return root;
}

/** The newest kernel, and the package of its modules if that is a different one. */
async function kernelPackages(): Promise<string[]> {
  for (const meta of [KERNEL, UBUNTU_KERNEL]) {
    const text = await runTool('apt-cache', ['depends', '--important', meta]).catch(() => '');
    const names = [...text.matchAll(/Depends: (linux-(?:image|modules)-\d\S*)/g)].map(([, name = '']) => name);
    if (names.length > 0) return names;
  }
  throw new Error(`neither ${KERNEL} nor ${UBUNTU_KERNEL} is in this system's package lists: run apt-get update`);
}
