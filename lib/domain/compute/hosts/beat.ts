import { realNow } from '#lib/drivers/clocks/real.ts';
import type { HostAsked, HostReply } from '#lib/model/compute/host-api.ts';
import { setting } from '#lib/model/platform/settings.ts';
import type { Host } from './authenticate.ts';
import { keepJobsAlive } from './jobs.ts';
import { announce, registerAgent, toOffer } from './register.ts';

/** How often an agent asks and reports, in seconds. On a laptop asking costs nothing. */
const paces = {
  local: { heartbeat: 10, queue: 1, queue_eager: 0.25, samples: 10 },
  deployed: { heartbeat: 10, queue: 10, queue_eager: 2, samples: 60 },
};

/** Registers a start of a host's agent, and offers the host. Only the epoch that this answers may go on. */
export async function startHost(
  { host_id, state = 'active' }: Host,
  { boot_id, job_kinds, capacity, offer }: HostAsked<'startHost'>,
  protocol: number,
): Promise<HostReply<'startHost'>> {
  const { public_ip } = offer;
  const epoch = await registerAgent(host_id, capacity, { boot_id, job_kinds, public_ip, protocol });
  await announce(toOffer(host_id, offer));
  return { epoch, state, settings: setting('SVC_MODE') === 'local' ? paces.local : paces.deployed };
}

/** A host is alive: renews what it offers, and keeps the workflows alive that wait for its jobs. */
export async function beatHost(host: Host, { offer, jobs }: HostAsked<'beatHost'>): Promise<HostReply<'beatHost'>> {
  if (offer) await announce(toOffer(host.host_id, offer));
  const gone = await keepJobsAlive(host, jobs);
  return { state: host.state ?? 'active', now: realNow().toISOString(), gone };
}
