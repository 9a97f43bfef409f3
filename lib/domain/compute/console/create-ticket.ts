import { lackIn } from '#lib/domain/compute/hosts/place.ts';
import type { Context } from '#lib/domain/platform/context.ts';
import { takePrefetched } from '#lib/domain/platform/prefetch.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { hashToken, newOpaqueToken } from '#lib/drivers/tokens/opaque.ts';
import { type ConsoleTicket, consolePath } from '#lib/model/compute/console.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { getOffer } from '#lib/store/compute/directory.ts';
import { getInstance, type InstanceRecord } from '#lib/store/compute/instances.ts';
import { createTicket, type TicketRecord } from '#lib/store/compute/tickets.ts';
import { checkConsole } from './admit.ts';
import { consoleAddressOf } from './host-address.ts';

/** Seconds for which a ticket is valid. */
const lifetime = 60;

/**
 * Creates a ticket that opens the instance's console once, for browsers, which cannot set headers on a WebSocket. The
 * ticket depends on the caller's session or access key. Its address is on the instance's host. 404 where the instance
 * does not exist; 409 unless it is running and its host serves consoles.
 */
export async function createConsoleTicket(context: Context, { id }: { id: string }): Promise<ConsoleTicket> {
  const { principal, now } = context;
  const known = takePrefetched(context, id);
  const record = known ? (known.record as InstanceRecord | undefined) : await getInstance(principal.account_id, id);
  checkConsole(id, record, now);
  const { host_id } = record;
  const offer = await getOffer(host_id);
  const refusal = offer && lackIn(offer, 'console');
  if (refusal) throw refusal;
  const address = consoleAddressOf(host_id, offer);
  const ticket = newOpaqueToken('ct');
  const expires = Math.floor(now.getTime() / 1000) + lifetime;
  return context.commit({
    writes: [createTicket(hashToken(ticket), { instance_id: id, grant: grantOf(principal), expires })],
    reply: { ticket, url: consoleUrl(address, id, ticket), expires_at: rfc3339(new Date(expires * 1000)) },
  });
}

function grantOf(principal: Principal): TicketRecord['grant'] {
  const { type, id, account_id, name, session_id, access_key_id, key_generation } = principal;
  return {
    typ: type,
    sub: id,
    account_id,
    ...(type === 'iam' && { username: name }),
    ...(session_id !== null && { sid: session_id }),
    ...(access_key_id !== null && { key_id: access_key_id }),
    ...(key_generation !== undefined && { key_generation }),
  };
}

function consoleUrl(address: string, id: string, ticket: string): string {
  const url = new URL(consolePath(id), address);
  if (url.protocol !== 'wss:') url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  url.searchParams.set('ticket', ticket);
  return url.href;
}
