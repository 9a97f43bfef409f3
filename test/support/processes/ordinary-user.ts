import { spawnSync } from 'node:child_process';
import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PlatformOptions } from '#test/support/platform/platform.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A user of this host who is not root, with a checkout of their own. */
export interface OrdinaryUser {
  readonly home: string;
  /** Comes before a program that this user runs. */
  readonly wrapper: readonly string[];
  /** How this user starts a platform. */
  readonly platform: PlatformOptions;
  remove(): void;
}

/**
 * Makes one; only root can. It is a user that every system has and that owns nothing: ssh serves none without a name.
 */
export function ordinaryUser(): OrdinaryUser {
  const uid = Number(spawnSync('id', ['-u', 'daemon'], { encoding: 'utf8' }).stdout);
  const home = mkdtempSync(join(tmpdir(), 'svc-user-'));
  chmodSync(home, 0o755);
  chownSync(home, uid, uid);
  const checkout = checkoutIn(home, uid);
  const wrapper = ['setpriv', '--reuid', `${uid}`, '--regid', `${uid}`, '--clear-groups', '--inh-caps=-all'];
  const env = { SVC_COMPUTE: 'container', HOME: home, XDG_RUNTIME_DIR: undefined };
  return {
    home,
    wrapper,
    platform: { checkout, dataDir: join(checkout, '.svc'), wrapper, env },
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

/** A checkout that is that user's own; what begins with a dot is not needed to run it. */
function checkoutIn(dir: string, uid: number): string {
  const copy = join(dir, 'svc');
  mkdirSync(copy);
  for (const name of readdirSync(root)) {
    if (!name.startsWith('.')) cpSync(join(root, name), join(copy, name), { recursive: true, verbatimSymlinks: true });
  }
  spawnSync('chown', ['-R', `${uid}:${uid}`, copy]);
  return copy;
}
