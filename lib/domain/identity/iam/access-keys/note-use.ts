import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { type AccessKeyRecord, noteUse } from '#lib/store/identity/access-keys.ts';
import { Stale, transact } from '#lib/store/platform/write.ts';

/** Milliseconds for which one note stands for every use. */
const throttle = 3_600_000;

/** Notes that a key was used, at most once an hour; to be awaited beside what the request does anyway. */
export async function noteKeyUse(key: AccessKeyRecord, now: Date): Promise<void> {
  const since = now.getTime() - Date.parse(key.last_used_at ?? '');
  if (since >= 0 && since < throttle) return;
  try {
    await transact([noteUse(key, rfc3339(now))]);
  } catch (error) {
    // Another request has noted its own, or the key is gone.
    if (!(error instanceof Stale)) throw error;
  }
}
