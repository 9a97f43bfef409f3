import { readPrincipal } from '#lib/domain/identity/sessions/principal.ts';
import { refuseUnproven } from '#lib/domain/identity/sessions/proof.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { hashToken } from '#lib/drivers/tokens/opaque.ts';
import { verifyAccessToken } from '#lib/drivers/tokens/verify.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import type { Source } from '#lib/model/platform/source.ts';
import { getOffer } from '#lib/store/compute/directory.ts';
import { getTicket } from '#lib/store/compute/tickets.ts';
import { admitAnywhere } from './admit.ts';
import { wrongTicket } from './credentials.ts';

/** The caller: by a ticket, which is not used up, or by the access token of a session that requires no proof. */
export type Asker = Source & ({ readonly ticket: string } | { readonly token: string });

/**
 * The origin of the consoles of an instance's host, as the host offers it. Undefined where the host has none of its
 * own, and for a caller that may not open a console of the instance now.
 */
export async function consoleHostOf(asker: Asker, instance: string): Promise<string | undefined> {
  try {
    const principal = await principalOf(asker, instance);
    const { host_id } = await admitAnywhere(principal, instance, asker);
    return (await getOffer(host_id))?.console_url;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

async function principalOf(asker: Asker, instance: string): Promise<Principal> {
  const now = civilNow();
  if ('ticket' in asker) {
    const found = await getTicket(hashToken(asker.ticket), Math.floor(now.getTime() / 1000));
    if (found?.instance_id !== instance) throw wrongTicket();
    return (await readPrincipal(found.grant, now)).principal;
  }
  const { principal } = await readPrincipal(await verifyAccessToken(asker.token, now), now);
  refuseUnproven(principal.session_proof, undefined);
  return principal;
}
