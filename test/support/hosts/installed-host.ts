import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { packHost } from '#lib/deploy/host/pack.ts';

/**
 * Packs svc-host, and installs the package below `dir`, as an operator does below the root of a computer. Answers the
 * folder that stands for that root.
 */
export async function installHost(root: string, dir: string): Promise<string> {
  const file = await packHost(root, dir);
  execFileSync('tar', ['-C', dir, '-xzf', file]);
  const unpacked = readdirSync(dir).find((name) => /^svc-host-.*\d$/.test(name)) ?? '';
  const installed = join(dir, 'installed');
  execFileSync(join(dir, unpacked, 'install.sh'), { env: { PATH: process.env.PATH, DESTDIR: installed } });
  return installed;
}
