import { checkConsoleUrl } from '#lib/domain/compute/console/host-address.ts';
import { noteLoads } from '#lib/domain/compute/metrics/loads.ts';
import { usagePace } from '#lib/domain/compute/metrics/pace.ts';
import { allowedOrigins } from '#lib/domain/identity/sessions/origins.ts';
import { realNow } from '#lib/drivers/clocks/real.ts';
import type { HostAsked, HostReply } from '#lib/model/compute/host-api.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { admitOffer, checkAddresses } from './admit.ts';
import type { Host } from './authenticate.ts';
import { noteInCatalog } from './catalog.ts';
import { keepJobsAlive } from './jobs.ts';
import { announce, beatOf, registerAgent } from './register.ts';
import { welcomeBack } from './return.ts';

/**
 * How often an agent polls and reports, in seconds. The host is woken for every job, so polling only finds jobs whose
 * wake-up was lost, at most a heartbeat later. The agent polls often (`queue_eager`) only while it has jobs.
 */
const paces = {
  local: { heartbeat: 10, queue: 5, queue_eager: 1, balancers: 1 },
  deployed: { heartbeat: 20, queue: 20, queue_eager: 2, balancers: 20 },
};

/** Registers a start of a host's agent, and stores its offer. Only the returned epoch may continue. */
export async function startHost(
  { host_id, state = 'active', lost }: Host,
  { boot_id, job_kinds, capacity, offer }: HostAsked<'startHost'>,
  protocol: number,
): Promise<HostReply<'startHost'>> {
  checkConsoleUrl(offer);
  const { public_ip } = offer;
  // Refused before anything is changed.
  await checkAddresses(host_id, offer);
  await admitOffer(host_id, offer);
  const epoch = await registerAgent(host_id, capacity, { boot_id, job_kinds, public_ip, protocol });
  await announce(host_id, offer);
  if (lost) await welcomeBack(host_id);
  await noteInCatalog(host_id);
  const settings = { ...(setting('SVC_MODE') === 'local' ? paces.local : paces.deployed), ...usagePace() };
  const bell = setting('SVC_HOST_BELL') ?? null;
  return { epoch, state: state === 'joining' ? 'active' : state, settings, bell, console_origins: allowedOrigins() };
}

/**
 * Handles a heartbeat: stores it in one write, keeps the workflows alive that wait for the host's jobs, and asks for
 * the host's offer if the stored one differs, and for the loads of its machines if autoscaling asks for them.
 */
export async function beatHost(
  host: Host,
  { offer, offer_hash, jobs, loads }: HostAsked<'beatHost'>,
): Promise<HostReply<'beatHost'>> {
  if (offer) {
    checkConsoleUrl(offer);
    await checkAddresses(host.host_id, offer);
    await announce(host.host_id, offer);
    await noteInCatalog(host.host_id);
  } else await beatOf(host);
  if (loads) await noteLoads(host.host_id, loads);
  const gone = await keepJobsAlive(host, jobs);
  const offer_wanted = !offer && offer_hash !== undefined && offer_hash !== host.offer_hash;
  const now = realNow();
  const loads_wanted = (host.loads_until ?? 0) > now.getTime();
  const state = host.state ?? 'active';
  return { state, now: now.toISOString(), gone, offer_wanted, loads_wanted, console_origins: allowedOrigins() };
}
