import { secretBox } from '#lib/drivers/secrets/secret-box.ts';
import { type AccessKeyRecord, secretContext } from '#lib/store/identity/access-keys.ts';

interface Remembered {
  key: AccessKeyRecord;
  secret: string;
  /** Milliseconds of this process's own clock. */
  until: number;
}

/** Secrets that one process holds in the clear at most, and for how long (milliseconds). */
const capacity = 1000;
const lifetime = 60_000;

const remembered = new Map<string, Remembered>();

/** The secret of a key, opened; remembered for a minute, since a key's secret never changes. Its status does. */
export async function openKey(key: AccessKeyRecord): Promise<string> {
  const secret = await secretBox.open(key.secret, secretContext(key));
  remembered.delete(key.access_key_id);
  remembered.set(key.access_key_id, { key, secret, until: performance.now() + lifetime });
  if (remembered.size > capacity) remembered.delete(remembered.keys().next().value as string);
  return secret;
}

/** A key whose secret was opened within the last minute; what else its record says may be old. */
export function rememberedKey(id: string): Remembered | undefined {
  const known = remembered.get(id);
  if (known && known.until > performance.now()) return known;
  remembered.delete(id);
  return undefined;
}
