import type { AgentFaults } from './faults.ts';
import type { Host } from './host.ts';
import { offer } from './offer.ts';

interface Pulse {
  readonly host: Host;
  /** Milliseconds. */
  readonly every: number;
  readonly faults: AgentFaults;
  readonly ring: () => void;
}

/**
 * Beats again and again; where faults change it beats, and rings, at once, and where images change it offers them.
 * Returns what ends all of it.
 */
export function keepBeating(beat: () => void, { host, every, faults, ring }: Pulse) {
  const heartbeat = setInterval(beat, every);
  const unheard = [beat, ring].map((act) => faults.onChange(act));
  const unoffered = host.driver.imageStore?.onChange?.(() => offerNow(host));
  return () => {
    clearInterval(heartbeat);
    for (const stop of unheard) stop();
    unoffered?.();
  };
}

/** Offers what the host has now, as a heartbeat does. */
async function offerNow(host: Host): Promise<void> {
  if (!host.contact?.lost) await offer(host).catch((error: Error) => host.log(`offer: ${error.message}`));
}
