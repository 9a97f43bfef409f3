import { realNow } from '#lib/drivers/clocks/real.ts';
import { hasBell, ring } from '#lib/drivers/wakeup/bell.ts';
import { type Bell, bellsOf, forgetBell } from '#lib/store/platform/bells.ts';

/** Milliseconds after the handshake in which a gateway may not know a connection yet. */
const openingMs = 10_000;

/**
 * Rings for these hosts: they ask at once for what there is to do. A ring says nothing else, and may be lost: a host
 * that was not reached asks with its next heartbeat. So it never fails, and takes a second at most.
 */
export async function ringHosts(hosts: readonly string[]): Promise<void> {
  if (hosts.length === 0 || !hasBell()) return;
  try {
    const bells = await bellsOf([...new Set(hosts)]);
    await Promise.all(bells.map(ringOne));
  } catch {
    // The heartbeat finds it.
  }
}

async function ringOne(bell: Bell): Promise<void> {
  const isOpen = await ring(bell.connection);
  if (!isOpen && realNow().getTime() - bell.opened_at > openingMs) await forgetBell(bell);
}
