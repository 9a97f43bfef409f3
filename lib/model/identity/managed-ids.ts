import { createHash } from 'node:crypto';
import { type ManagedPolicy, managedPolicies } from './policy/managed.ts';

/** A managed policy as every account sees it. */
export interface KnownPolicy extends ManagedPolicy {
  id: string;
}

/**
 * The creation time of the managed policies as the start of a ULID. It is before any account, so that they sort as the
 * oldest.
 */
const born = '01jgfjjz00';
/** The same time in RFC 3339. */
export const managedSince = '2025-01-01T00:00:00Z';

const crockford = '0123456789abcdefghjkmnpqrstvwxyz';

/** The id of a managed policy, derived from its name: the same in every account and deployment. */
function idOf(name: string): string {
  const digest = createHash('sha256').update(name).digest();
  return `pol-${born}${Array.from(digest.subarray(0, 16), (byte) => crockford[byte % 32]).join('')}`;
}

const known: readonly KnownPolicy[] = managedPolicies.map((policy) => ({ ...policy, id: idOf(policy.name) }));
const byId = new Map(known.map((policy) => [policy.id, policy]));
const byName = new Map(known.map((policy) => [policy.name, policy]));

/** Every managed policy, in order of id. */
export const managedById: readonly KnownPolicy[] = known.toSorted((a, b) => (a.id < b.id ? -1 : 1));

/** The managed policy of this id or name, or undefined. */
export const managedPolicy = (idOrName: string): KnownPolicy | undefined => byId.get(idOrName) ?? byName.get(idOrName);
