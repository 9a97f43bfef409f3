import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import { keyedHash } from '#lib/drivers/secrets/keyed-hash.ts';
import { equalInConstantTime } from '#lib/drivers/tokens/opaque.ts';
import type { DocumentStore } from './store.ts';

/** Keys are ours; anything else is no document, and leads out of no folder. */
const keyForm = /^[a-z]+\/\d{12}\/[a-z]+-[0-9a-z]{26}\.pdf$/;

const signatureOf = (key: string, name: string, expires: string) =>
  keyedHash('document-link', JSON.stringify([key, name, expires]));

/** Documents in a folder, which links at `base` reach: signed under the platform's own keys. */
export const localDocuments = (dir: string, base: string): DocumentStore => ({
  async put(key, bytes) {
    if (!keyForm.test(key)) throw new Error(`${key} is no document's key`);
    const file = join(dir, key);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const temporary = `${file}.${randomBytes(6).toString('hex')}.tmp`;
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(temporary, file);
  },
  async link(key, name, seconds) {
    const at = new Date(realNow().getTime() + seconds * 1000);
    const expires = String(Math.floor(at.getTime() / 1000));
    const query = new URLSearchParams({ name, expires, signature: await signatureOf(key, name, expires) });
    return { url: `${base}/documents/${key}?${query}`, expires_at: rfc3339(at) };
  },
});

/** What a link to a document leads to: its bytes, or why not. */
export type Opened = { name: string; bytes: Buffer } | 'forged' | 'expired' | 'absent';

/** Opens the link of `url` (path and query) into the documents of a folder. */
export async function openLink(dir: string, url: URL): Promise<Opened> {
  const key = url.pathname.replace(/^\/documents\//, '');
  const [name, expires, signature] = ['name', 'expires', 'signature'].map((part) => url.searchParams.get(part) ?? '');
  if (!keyForm.test(key)) return 'absent';
  const own = await signatureOf(key, name as string, expires as string);
  if (!equalInConstantTime(signature as string, own)) return 'forged';
  if (Number(expires) * 1000 <= realNow().getTime()) return 'expired';
  try {
    return { name: name as string, bytes: await readFile(join(dir, key)) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return 'absent';
    throw error;
  }
}
