import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { TaxProfile, TaxProfileChange } from '#lib/model/billing/tax.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { getTax, putTax, type TaxRecord } from '#lib/store/billing/tax.ts';
import { placeOfSupply } from './gst.ts';

function toProfile(tax: TaxRecord | undefined): TaxProfile {
  const { gstin = null, legal_name = null, address = null, state_code = null, updated_at = null } = tax ?? {};
  return { gstin, legal_name, address, state_code, place_of_supply: placeOfSupply(tax), updated_at };
}

/** Returns the account's tax profile, which is empty until it is set. */
export async function getTaxProfile(context: Context): Promise<TaxProfile> {
  const tax = await getTax(context.principal.account_id);
  return context.show(toProfile(tax), tax?.version ?? 0);
}

/** Changes the tax profile. A new GSTIN sets the state. Refuses with 400 when the state differs from the GSTIN's. */
export function updateTaxProfile(context: Context, change: TaxProfileChange): Promise<TaxProfile> {
  const { account_id } = context.principal;
  return retryOnConflict(async () => {
    const old = await getTax(account_id);
    context.match(old?.version ?? 0);
    const { gstin, legal_name, address, state_code } = changed(toProfile(old), change);
    if (gstin && state_code !== gstin.slice(0, 2)) throw otherState(state_code, gstin);
    const version = (old?.version ?? 0) + 1;
    const next = { gstin, legal_name, address, state_code, version, updated_at: rfc3339(context.now) };
    return context.commit({ writes: [putTax(account_id, next)], reply: toProfile(next), version });
  });
}

function changed(profile: TaxProfile, change: TaxProfileChange): TaxProfile {
  const changes = Object.entries(change).filter(([, value]) => value !== undefined);
  return { ...profile, ...(change.gstin && { state_code: change.gstin.slice(0, 2) }), ...Object.fromEntries(changes) };
}

const otherState = (state: string | null, gstin: string) =>
  new ApiError(
    'validation_failed',
    `state_code: ${JSON.stringify(state)} must equal the first two digits of gstin (${gstin.slice(0, 2)})`,
  );
