import { isOutbound, kernelFilter } from '#lib/domain/compute/firewall/hosts.ts';
import type { OwnPlaces } from '#lib/domain/compute/instances/launch-own.ts';
import type { RuleInput } from '#lib/model/compute/firewall.ts';
import { isOwnImage } from '#lib/model/platform/catalog.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type Catalog, hostsOfPool, type Offer } from '#lib/store/compute/directory.ts';
import type { ElasticIpRecord } from '#lib/store/compute/elastic-ips.ts';
import type { SnapshotRecord } from '#lib/store/compute/snapshots.ts';
import { isEmpty, type VpcRecord } from '#lib/store/compute/vpcs.ts';
import { capableHosts } from './place.ts';
import { hasRequiredLimits, rareLimits } from './required-limits.ts';
import type { Scope, Wanted } from './search.ts';

/** The parts of a new machine. */
interface Parts {
  catalog: Catalog;
  image: { id: string };
  vpc: VpcRecord;
  elasticIp: ElasticIpRecord | undefined;
  snapshot: SnapshotRecord | undefined;
  /** Where the account's own image that it is launched from can be. */
  places: OwnPlaces | undefined;
  /** The capabilities that it needs. */
  needs: readonly string[];
}

/**
 * The hosts that can run a machine with these parts. 409, naming both, where two parts are in different scopes (a VPC
 * with machines in a network_scope, a snapshot in a snapshot_scope, an image that no registry has on a host, an
 * elastic IP in a pool), and 409 where no host has a required capability.
 */
export async function hostsFor(parts: Parts): Promise<Wanted> {
  const scopes = await scopesOf(parts);
  let ids: readonly string[] | undefined;
  for (const [at, { hosts, says }] of scopes.entries()) {
    const both = ids?.filter((id) => hosts.includes(id)) ?? hosts;
    if (both.length === 0 && ids !== undefined)
      throw new ApiError('wrong_state', `${scopes[at - 1]?.says}, and ${says}; no host has both`);
    ids = both;
  }
  const rare = parts.needs.filter((word) => !parts.catalog.capabilities.includes(word));
  for (const word of [...rareLimits(parts.catalog), ...rare]) await capableHosts(parts.catalog, word, ids);
  return { ids, suits: (offer) => isRight(offer, parts), ...parts.places?.wanted };
}

/** The capabilities that these firewall rules need: only some hosts filter outbound traffic. */
export const neededByRules = (rules: readonly Pick<RuleInput, 'direction'>[]): string[] =>
  rules.some(isOutbound) ? [kernelFilter] : [];

async function scopesOf({ vpc, snapshot, places, elasticIp }: Parts): Promise<Scope[]> {
  const scopes: Scope[] = [];
  // Any host may serve an empty VPC.
  if (!isEmpty(vpc) && vpc.host_id !== undefined)
    scopes.push({ hosts: [vpc.host_id], says: `vpc ${vpc.id} is in network_scope ${vpc.host_id}` });
  if (snapshot)
    scopes.push({
      hosts: [snapshot.host_id],
      says: `snapshot ${snapshot.id} is in snapshot_scope ${snapshot.host_id}`,
    });
  if (places?.scope) scopes.push(places.scope);
  if (elasticIp)
    scopes.push({
      hosts: await hostsOfPool(elasticIp.pool),
      says: `elastic ip ${elasticIp.id} is from pool ${elasticIp.pool}`,
    });
  return scopes;
}

function isRight(offer: Offer, { image, snapshot, elasticIp, needs }: Parts): boolean {
  const { images, capabilities } = offer;
  const booted = snapshot?.image_id ?? image.id;
  const needed = [...(snapshot ? ['snapshots'] : []), ...(elasticIp ? ['elastic_ip'] : []), ...needs];
  const boots = isOwnImage(booted)
    ? capabilities.includes('images')
    : images.some(({ id, available }) => available && id === booted);
  return boots && hasRequiredLimits(offer) && needed.every((word) => capabilities.includes(word));
}
