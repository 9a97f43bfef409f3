import { readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { homeFor, SYSTEM_STATE } from '#lib/agent/hosted/homes.ts';
import { checkout } from '#lib/cli/config/checkout.ts';
import { type StoreSize, storeSize } from '#lib/runtime/image-store/records.ts';

/** The registry of most images that are public, and the address that every registry answers at. */
export const publicRegistry = { name: 'registry-1.docker.io', url: 'https://registry-1.docker.io/v2/' };

/** What is known of images on a computer. */
export interface ImagesView {
  /** What the stores of its platform hold; null where there is none, and why where they cannot be read. */
  readonly store: StoreSize | { readonly closed: string } | null;
  /** Why the public registry cannot be reached; null where it answers, whatever it says. */
  readonly unreached: string | null;
}

/** Looks at the images of the platform in whose checkout this is, and asks the public registry. */
export async function imagesHere(isRoot: boolean): Promise<ImagesView> {
  const [store, unreached] = await Promise.all([storesOf(isRoot), askRegistry(publicRegistry.url)]);
  return { store, unreached };
}

async function storesOf(isRoot: boolean): Promise<ImagesView['store']> {
  const hosts = await foldersOfHosts();
  if (hosts.length === 0) return null;
  try {
    const sizes = await Promise.all(hosts.map(async (dir) => storeSize(await stateOf(dir, isRoot))));
    const sum = (part: keyof StoreSize) => sizes.reduce((all, size) => all + size[part], 0);
    return { images: sum('images'), layers: sum('layers'), bytes: sum('bytes') };
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? null : { closed: message };
  }
}

/** The folder in which a host of root, or of another user, has its state (lib/agent/hosted/state-folder.ts). */
const stateOf = async (dir: string, isRoot: boolean): Promise<string> =>
  isRoot ? join((await homeFor(dir, SYSTEM_STATE)).home, 'state') : realpath(dir);

/** The driver's folders of the platform's hosts: of its own, and of those that `svc dev host add` has added. */
async function foldersOfHosts(): Promise<string[]> {
  const data = dataDir();
  if (data === null) return [];
  const added = await readdir(join(data, 'hosts')).catch(() => []);
  const folders = [data, ...added.map((name) => join(data, 'hosts', name))];
  const found = await Promise.all(
    folders.map((folder) => realpath(join(folder, 'machines/container')).catch(() => null)),
  );
  return found.filter((folder) => folder !== null);
}

function dataDir(): string | null {
  try {
    return checkout().dataDir;
  } catch {
    return null;
  }
}

/** Why a registry does not answer within a few seconds; null where it does. */
export async function askRegistry(url: string): Promise<string | null> {
  try {
    const reply = await fetch(url, { signal: AbortSignal.timeout(5_000), redirect: 'manual' });
    await reply.body?.cancel();
    return null;
  } catch (error) {
    const { message, cause } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}
