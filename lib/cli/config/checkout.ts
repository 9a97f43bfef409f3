import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exits, Failure } from '#lib/cli/failure.ts';
import { variable } from './environment.ts';
import { readText } from './files.ts';
import { upwards } from './local.ts';
import { checkRunnable, checkTrusted } from './trust.ts';

/** A checkout of the platform, which can be started. */
export interface Checkout {
  readonly folder: string;
  /** What starts the platform. */
  readonly starter: string;
  /** Where the platform keeps its state. */
  readonly dataDir: string;
}

/**
 * The checkout that this folder is in, or of which this program is a part. Refuses elsewhere, and one whose folder
 * others may change.
 */
export function checkout(): Checkout {
  const own = fileURLToPath(new URL('../../../', import.meta.url));
  const folder = [...upwards(process.cwd()), own].find(isCheckout);
  if (folder === undefined)
    throw new Failure('this folder is not in a checkout of svc, and only a checkout has a platform to run', {
      exit: exits.usage,
      code: 'no_checkout',
      hint: 'git clone, npm ci, and svc up there; svc login --endpoint URL uses a platform that runs elsewhere',
    });
  checkTrusted(folder);
  const dataDir = resolve(folder, variable('SVC_DATA_DIR') ?? '.svc');
  return { folder, starter: join(folder, starter), dataDir };
}

const starter = 'lib/local/start.mjs';

/** What a platform is, and what it is run by. */
const parts = ['lib', 'functions', 'statemachines', 'node_modules', 'package.json', 'serverless.yml'];

/** Refuses a checkout of which others may change anything that runs. */
export const checkCode = ({ folder }: Checkout): void => checkRunnable(folder, parts);

/** The Node.js that a checkout has brought, else the one of this program. */
export function nodeOf({ folder }: Checkout): string {
  const brought = join(folder, 'node_modules/.bin/node');
  return existsSync(brought) ? brought : process.execPath;
}

function isCheckout(folder: string): boolean {
  if (!existsSync(join(folder, starter))) return false;
  if (!statSync(join(folder, 'package.json'), { throwIfNoEntry: false })?.isFile()) return false;
  return /"name": ?"svc"/.test(readText(join(folder, 'package.json')) ?? '');
}
