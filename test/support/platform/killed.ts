import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { eventually } from '#test/support/vitest/eventually.ts';
import { driverFolder } from './driver-folder.ts';

/* What outlives a platform that was killed. Programs other than tests start platforms, too. */

/** Where the machines of killed platforms are: root's homes and folders of drivers. Files may share a process. */
const holder = globalThis as { svcKilled?: Set<string> };
holder.svcKilled ??= new Set();
const places = holder.svcKilled;

/** Milliseconds for an agent to hear that its platform was killed. */
const HEARS_WITHIN_MS = 5000;

/** Notes a platform that is killed now; its data folder may be gone when the file ends. */
export function noteKilled(dataDir: string): void {
  places.add(driverFolder(dataDir, 'container')).add(join(realpathSync(dataDir), 'machines/container'));
}

/** Ends it, where nobody has started the platform again. */
export async function endKilled(): Promise<void> {
  if (places.size === 0) return;
  const { isHeld } = await import('#lib/agent/hosted/homes.ts');
  const { endLeftIn, endLeftOf } = await import('#lib/agent/hosted/left.ts');
  const areFree = async () => {
    const held = [...places].map(async (place) => (await isHeld(place)) || isHeld(join(place, 'state')));
    return !(await Promise.all(held)).includes(true);
  };
  // One that was started again, and runs, keeps its machines.
  await eventually(areFree, { patience: HEARS_WITHIN_MS }).catch(() => undefined);
  for (const place of places) {
    await endLeftIn(place);
    await endLeftOf(place);
  }
  places.clear();
}
