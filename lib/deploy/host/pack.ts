import { execFile } from 'node:child_process';
import { chmod, copyFile, mkdir, mkdtemp, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { copyCode } from '#lib/agent/hosted/code-copy.ts';
import { bundleHost } from './bundle.ts';

const run = promisify(execFile);

/** What an operator runs on a host, and what systemd runs. */
const own = { 'install.sh': 0o755, 'svc-host.service': 0o644, 'svc-host': 0o755 };

/**
 * Packs svc-host into a tarball in `into`, for Linux on the processor of this computer, and answers its path: one file
 * of JavaScript, the runtime with its packages, the Node that runs them, a systemd unit and the script that installs it
 * all.
 */
export async function packHost(root: string, into: string): Promise<string> {
  if (process.platform !== 'linux') throw new Error('a host is a Linux machine: make its package on one');
  const scratch = await mkdtemp(join(tmpdir(), 'svc-host-package-'));
  try {
    const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
    const name = `svc-host-${version}-linux-${process.arch}`;
    const dir = join(scratch, name);
    await copyRuntime(root, dir);
    await bundleHost(root, join(dir, 'svc-host.mjs'));
    for (const [file, mode] of Object.entries(own)) {
      await copyFile(join(root, 'lib/deploy/host', file), join(dir, file));
      await chmod(join(dir, file), mode);
    }
    await copyFile(await realpath(process.execPath), join(dir, 'node'));
    await copyFile(join(root, 'LICENSE'), join(dir, 'LICENSE'));
    await writeFile(join(dir, 'VERSION'), `${version}\n`);
    await mkdir(into, { recursive: true });
    const file = join(into, `${name}.tar.gz`);
    await run('tar', ['-C', scratch, '--owner=0', '--group=0', '-czf', file, name]);
    return file;
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/** The runtime as files, with package.json and the packages: what an agent started as root copies for its runtime. */
async function copyRuntime(root: string, dir: string): Promise<void> {
  const { folder } = await copyCode(`${dir}.runtime`, join(root, 'lib/runtime/main.ts'));
  await rename(folder, dir);
}
