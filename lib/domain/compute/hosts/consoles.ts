import { admitStill, type ConsoleHost } from '#lib/domain/compute/console/admit.ts';
import { noteConsole } from '#lib/domain/compute/console/note.ts';
import { type ConsoleRequest, openConsole } from '#lib/domain/compute/console/open.ts';
import { foreignOrigin } from '#lib/domain/identity/sessions/origins.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { tooManyConsoles } from '#lib/model/compute/console.ts';
import type { HostAsked, HostReply } from '#lib/model/compute/host-api.ts';
import type { BrowserRefusal } from '#lib/model/compute/host-messages.ts';
import { ApiError, notFound } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { getOffer } from '#lib/store/compute/directory.ts';
import { getHostConsole, putHostConsole, removeHostConsole } from '#lib/store/compute/host-consoles.ts';
import { transact, unlessStale } from '#lib/store/platform/write.ts';
import type { Host } from './authenticate.ts';

/** Seconds for which the record of a console is kept if nobody closes it. */
const kept = 30 * 86_400;

/**
 * Decides on a browser's handshake, as the host received it. A refusal for the browser is part of the reply. `full`
 * names the principals that have the maximum number of consoles open.
 */
export async function openHostConsole(
  host: Host,
  { handshake, full }: HostAsked<'openHostConsole'>,
): Promise<HostReply<'openHostConsole'>> {
  const query = new URLSearchParams(handshake.query);
  try {
    const request: ConsoleRequest = { ...handshake, query, ...whatCountsOf(handshake) };
    const opening = await openConsole(request, await consoleHost(host), ({ id }) => checkRoom(id, full));
    const { principal, record, grant, expires, cols, rows } = opening;
    const now = civilNow();
    const { id, path, source_ip, inside, user_agent } = request;
    const console = { host_id: host.host_id, id, instance_id: record.id, grant, principal: actorOf(principal) };
    const ttl = Math.floor(now.getTime() / 1000) + kept;
    await transact([putHostConsole({ ...console, path, source_ip, inside, user_agent, ttl })]);
    const { id: instance_id, host_key } = record;
    return { opened: { console_id: id, principal_id: principal.id, instance_id, host_key, expires, cols, rows } };
  } catch (error) {
    return { refused: refusedFor(error) };
  }
}

/**
 * The headers and the source of a handshake that are accepted from a host. In a deployment browsers connect directly to
 * the host, and only a ticket opens a console there. A host can therefore not see or try anyone's token or cookie, or
 * claim that a console is opened from a machine. 403 for a page of another site.
 */
function whatCountsOf({
  headers,
  inside,
}: HostAsked<'openHostConsole'>['handshake']): Pick<ConsoleRequest, 'headers' | 'inside'> {
  if (setting('SVC_MODE') === 'local') return { headers, inside: inside ?? null };
  const foreign = foreignOrigin({ origin: headers.origin });
  if (foreign === undefined) return { headers: {}, inside: null };
  throw new ApiError('cross_origin', `${foreign} may not open this console`);
}

/**
 * Checks whether an open console may stay open; the reply contains the reason if not. 404 where the host does not have
 * it.
 */
export async function checkHostConsole(host: Host, id: string): Promise<HostReply<'checkHostConsole'>> {
  const { grant, instance_id, source_ip, inside = null } = await consoleOf(host, id);
  try {
    await admitStill(grant, instance_id, await consoleHost(host), { source_ip, inside });
    return { refused: null };
  } catch (error) {
    return { refused: refusedFor(error) };
  }
}

/**
 * Records in the audit log that a console was closed, and deletes its record. Does nothing for one that is already
 * closed.
 */
export async function closeHostConsole(
  host: Host,
  id: string,
  { code }: HostAsked<'closeHostConsole'>,
): Promise<Record<string, never>> {
  const open = await getHostConsole(host.host_id, id);
  if (!open) return {};
  const { principal, instance_id: instance, path, source_ip, inside = null, user_agent } = open;
  if (await unlessStale(transact([removeHostConsole(host.host_id, id)])))
    await noteConsole(principal, { id, instance, path, source_ip, inside, user_agent }, 'closeConsole', code);
  return {};
}

async function consoleOf({ host_id }: Host, id: string) {
  const open = await getHostConsole(host_id, id);
  if (!open) throw notFound('console', id);
  return open;
}

/** The host's offer. */
async function consoleHost({ host_id }: Host): Promise<ConsoleHost> {
  return (await getOffer(host_id)) ?? { host_id, driver: 'none', capabilities: [] };
}

function checkRoom(principal: string, full: readonly string[]): void {
  if (full.includes(principal)) throw tooManyConsoles();
}

const actorOf = ({ type, id, name, access_key_id, account_id }: Principal) => ({
  type,
  id,
  name,
  access_key_id,
  account_id,
});

function refusedFor(error: unknown): BrowserRefusal {
  if (!(error instanceof ApiError)) throw error;
  const { code, status, message, retryAfter, headers } = error;
  return { code, status, message, headers, ...(retryAfter !== undefined && { retry_after: retryAfter }) };
}
