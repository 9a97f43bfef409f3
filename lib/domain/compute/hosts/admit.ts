import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { civilNow, rfc3339 } from '#lib/drivers/clocks/civil.ts';
import { blocksOf, type OfferedAddresses } from '#lib/model/compute/address-blocks.ts';
import type { HostOffer } from '#lib/model/compute/host-messages.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { isNear } from '#lib/model/platform/near-addresses.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { changeBlocks, noteBlocks, noteOfferClaimed, noteRefusal } from '#lib/store/compute/address-blocks.ts';
import { getOffer, type Offer } from '#lib/store/compute/directory.ts';
import { getHost, type HostRecord } from '#lib/store/compute/hosts.ts';
import { transact, unlessStale } from '#lib/store/platform/write.ts';

/*
 * A host's offer is only its own claim. Public addresses are therefore claimed in the table before they are offered,
 * and disks shared by several hosts are offered only by hosts that operators allow to (contract 4.13). A refused host
 * learns what was refused, but nothing about other hosts. Operators see the reason in the host's record.
 */

/**
 * Refuses, with 400 validation_failed, an offer of addresses at which the host cannot be reached. The hosts of a laptop
 * use its loopback. Private addresses may be routed in the customers' network.
 */
export async function checkAddresses(host_id: string, { public_ip, address_pool }: OfferedAddresses): Promise<void> {
  if (setting('SVC_MODE') === 'local') return;
  const offered = Object.entries({ public_ip, address_pool });
  const [field, value] = offered.find(([, address]) => address !== null && isNear(address)) ?? [];
  if (field === undefined) return;
  const reason = `offer.${field}: ${value} is no address at which others reach it`;
  await note(host_id, reason);
  throw new ApiError('validation_failed', reason);
}

/** A host whose offer was admitted, as it was read for that, and the blocks that it now has. */
export interface Admitted {
  readonly host: HostRecord | undefined;
  readonly claimed: readonly string[];
}

/**
 * Claims the addresses of an offer. 409 address_taken where another host has one of them, 403 scope_refused for disks
 * that the host may not use.
 */
export async function admitOffer(host_id: string, offer: HostOffer): Promise<Admitted> {
  try {
    return await claimAddresses(host_id, offer, (host) => refuseScope(host, offer));
  } catch (error) {
    if (error instanceof ApiError) await note(host_id, error.message);
    throw error;
  }
}

/** Claims the addresses of an older offer, from before claims existed. Failures are recorded in the host's record. */
export async function claimStanding({ host_id, ...offer }: Offer): Promise<void> {
  try {
    await claimAddresses(host_id, offer);
    await unlessStale(transact([noteOfferClaimed(host_id)]));
  } catch (error) {
    await note(host_id, (error as Error).message);
  }
}

/** Whether a host has been refused since its record was read, for a reason other than the last one. */
export async function isNewlyRefused({ host_id, refused }: HostRecord): Promise<boolean> {
  const reason = (await getHost(host_id))?.refused?.reason;
  return reason !== undefined && reason !== refused?.reason;
}

const note = async (host_id: string, reason: string): Promise<void> =>
  void (await unlessStale(transact([noteRefusal(host_id, { at: rfc3339(civilNow()), reason })])));

function refuseScope(host: HostRecord | undefined, { disk_scope }: HostOffer): void {
  if (disk_scope === undefined || disk_scope === host?.allowed?.disk_scope) return;
  throw new ApiError('scope_refused', `disk scope ${disk_scope} is not allowed to this host; an operator allows it`);
}

/**
 * Claims the blocks of an offer before the offer is stored. Old blocks are released only once they are no longer
 * offered, so that a stored offer names only the host's own blocks. `check` may refuse the host before anything is
 * claimed.
 */
function claimAddresses(
  host_id: string,
  offer: OfferedAddresses,
  check: (host: HostRecord | undefined) => void = () => undefined,
): Promise<Admitted> {
  return retryOnConflict(async () => {
    const host = await getHost(host_id);
    check(host);
    const has = host?.claimed ?? [];
    const wanted = blocksOf(offer);
    const claim = wanted.filter((block) => !has.includes(block));
    if (claim.length === 0) return { host, claimed: has };
    const offered = blocksIn(await getOffer(host_id));
    const release = has.filter((block) => ![...offered, ...wanted].includes(block));
    const next = [...has.filter((block) => !release.includes(block)), ...claim];
    await transact([
      noteBlocks(host_id, host?.claimed, next),
      ...changeBlocks({ has, claim, release, shared: new Set(sharedBy(host, offered)) }, taken),
    ]);
    return { host, claimed: next };
  });
}

/**
 * The blocks that the host may share: the pool that operators allow, and those that it offered before claims existed.
 */
const sharedBy = (host: HostRecord | undefined, offered: readonly string[]): string[] => [
  ...(host?.allowed?.address_pool ? [host.allowed.address_pool] : []),
  ...(host?.claimed === undefined ? offered : []),
];

/** The blocks of a stored offer; none of an offer that would no longer be accepted. */
function blocksIn(offer: Offer | undefined): string[] {
  try {
    return offer ? blocksOf(offer) : [];
  } catch {
    return [];
  }
}

const taken = (blocks: string) =>
  new ApiError(
    'address_taken',
    `another host has ${blocks}, or a part of it: offer other addresses, or ask an operator`,
  );
