import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, readFileSync } from 'node:fs';
import { release } from 'node:os';
import { type Lack, ownSubIds, type SubIds } from '#lib/agent/hosted/sub-ids.ts';
import { findTool, HOST_ENV } from '#lib/runtime/system/tools.ts';
import { type ImagesView, imagesHere } from './images.ts';

/** What the checks ask of a computer. */
export interface HostView {
  readonly platform: string;
  readonly release: string;
  readonly isRoot: boolean;
  readonly uid: number;
  /** The text of a file; null where it cannot be read. */
  text(path: string): string | null;
  has(path: string): boolean;
  /** Whether a file can be read and written. */
  opens(path: string): boolean;
  finds(program: string): boolean;
  /** Whether a program ends well; it is run as an ordinary user. */
  succeeds(program: readonly string[]): boolean;
  ids(): SubIds | Lack;
  readonly images: ImagesView;
}

/** As the platform is never a namespace's maker as uid 0, root asks as a user that owns nothing. */
const NOBODY = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups', '--'];

/** This computer, of which the public registry has been asked. */
export async function thisHost(): Promise<HostView> {
  const isRoot = process.getuid?.() === 0;
  return {
    platform: process.platform,
    release: release(),
    isRoot,
    uid: process.getuid?.() ?? 0,
    text(path) {
      try {
        return readFileSync(path, 'utf8');
      } catch {
        return null;
      }
    },
    has: existsSync,
    opens(path) {
      try {
        accessSync(path, constants.R_OK | constants.W_OK);
        return true;
      } catch {
        return false;
      }
    },
    finds: (program) => findTool(program) !== null,
    succeeds(program) {
      const [file = '', ...args] = [...(isRoot ? NOBODY : []), ...program];
      return spawnSync(file, args, { env: HOST_ENV, stdio: 'ignore', timeout: 10_000 }).status === 0;
    },
    ids: ownSubIds,
    images: await imagesHere(isRoot),
  };
}
