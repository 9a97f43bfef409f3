import { mkdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { setting } from '#lib/model/platform/settings.ts';
import { buildImage } from '#lib/runtime/drivers/qemu/image/build.ts';
import { runTool } from '#lib/runtime/system/run.ts';
import { findTool } from '#lib/runtime/system/tools.ts';

/** `npm run qemu:install` installs QEMU where it is allowed to, and builds the guest image in the data folder. */

const PACKAGES = ['qemu-system-x86', 'qemu-utils'];
const print = (text: string) => process.stdout.write(`${text}\n`);

/** Installs QEMU as root; otherwise throws with the command that root must run. */
async function installQemu(): Promise<void> {
  if (findTool('qemu-system-x86_64') && findTool('qemu-img')) return;
  const command = `apt-get install --no-install-recommends ${PACKAGES.join(' ')}`;
  if (!findTool('apt-get'))
    throw new Error('QEMU is not installed: install qemu-system-x86_64 and qemu-img with your package manager');
  if (process.getuid?.() !== 0)
    throw new Error(`QEMU is not installed: run "sudo ${command}", then this command again`);
  print('installing QEMU …');
  await runTool('apt-get', ['-qq', 'update']);
  await runTool('apt-get', ['-qq', '-y', 'install', '--no-install-recommends', ...PACKAGES]);
}

async function main(): Promise<void> {
  if (process.arch !== 'x64' || process.platform !== 'linux') throw new Error('guests need Linux on x86-64');
  await installQemu();
  const missing = ['apt-get', 'apt-cache', 'dpkg-deb'].filter((name) => !findTool(name));
  if (missing.length > 0)
    throw new Error(`the guest is made of Debian or Ubuntu packages: ${missing.join(', ')} not found`);
  const data = resolve(setting('SVC_DATA_DIR'));
  const target = join(data, 'qemu');
  print('building the guest image …');
  await mkdir(data, { recursive: true, mode: 0o700 });
  await buildImage(target);
  print(`the guest image is in ${target}; machines run in it with SVC_COMPUTE=qemu`);
}

main().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
