import { readPrincipal } from '#lib/domain/identity/sessions/principal.ts';
import { civilNow } from '#lib/drivers/clocks/civil.ts';
import { verifyAccessToken } from '#lib/drivers/tokens/verify.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import type { Source } from '#lib/model/platform/source.ts';
import { getOffer } from '#lib/store/compute/directory.ts';
import { admitAnywhere } from './admit.ts';

/**
 * The origin at which the consoles of an instance's host are, as the host offers it. Undefined where the host has none
 * of its own, and for whoever may not open a console of that instance now.
 */
export async function consoleHostOf(
  { token, ...source }: { readonly token: string } & Source,
  instance: string,
): Promise<string | undefined> {
  const now = civilNow();
  try {
    const principal = await readPrincipal(await verifyAccessToken(token, now), now);
    const { host_id } = await admitAnywhere(principal, instance, source);
    return (await getOffer(host_id))?.console_url;
  } catch (error) {
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}
