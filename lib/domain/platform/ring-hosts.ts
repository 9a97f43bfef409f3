import { realNow } from '#lib/drivers/clocks/real.ts';
import { hasBell, ring } from '#lib/drivers/wakeup/bell.ts';
import { type Bell, bellsOf, forgetBell } from '#lib/store/platform/bells.ts';

/** Milliseconds after the handshake in which a gateway may not know a connection yet. */
const openingMs = 10_000;

/**
 * Wakes these hosts, so that they ask for work at once. A wake-up contains nothing else and may be lost: a host that it
 * does not reach asks with its next heartbeat. It therefore never fails, and takes a second at most.
 */
export async function ringHosts(hosts: readonly string[]): Promise<void> {
  if (hosts.length === 0 || !hasBell()) return;
  try {
    const bells = await bellsOf([...new Set(hosts)]);
    await Promise.all(bells.map(ringOne));
  } catch {
    // The next heartbeat makes up for it.
  }
}

async function ringOne(bell: Bell): Promise<void> {
  const isOpen = await ring(bell.connection);
  if (!isOpen && realNow().getTime() - bell.opened_at > openingMs) await forgetBell(bell);
}
