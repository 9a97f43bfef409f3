import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const program = 'lib/local/start.mjs';

/**
 * The folder of the platform that is started: the one that is named, that of SVC_CHECKOUT, or the one around this file.
 * Throws where there is none, or its packages are not installed.
 */
export function checkoutOf(named: string | undefined = process.env.SVC_CHECKOUT): string {
  const found = named === undefined ? around(dirname(fileURLToPath(import.meta.url))) : resolve(named);
  if (found === undefined || !isCheckout(found)) {
    throw new Error(`${named ?? 'no folder around this package'} is no checkout of svc; name one by SVC_CHECKOUT`);
  }
  if (!existsSync(join(found, 'node_modules/.bin/node'))) throw new Error(`run "npm ci" in ${found} first`);
  return found;
}

function around(folder: string): string | undefined {
  if (isCheckout(folder)) return folder;
  return folder === dirname(folder) ? undefined : around(dirname(folder));
}

function isCheckout(folder: string): boolean {
  if (!existsSync(join(folder, program))) return false;
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).name === 'svc';
}
