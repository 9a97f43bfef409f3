import { managedPolicy } from '#lib/model/identity/managed-ids.ts';
import { perGeneration } from '#lib/model/platform/generation.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { getPolicies } from '#lib/store/identity/policies.ts';
import { type CompiledPolicy, compilePolicy } from './policy/compile.ts';

type Compiled = readonly CompiledPolicy[];

/** The number of sets of compiled policies that one process caches. A set has a few kilobytes. */
const capacity = 500;
const caches = perGeneration(() => new Map<string, Promise<Compiled>>());
const managed = new Map<string, CompiledPolicy>();

/**
 * The compiled policies that apply to a principal, cached by account, IAM version and set of policies. A miss costs one
 * strong read if a policy is custom. The key includes both the set and the version, because user and version may be
 * read at different moments.
 */
export function policiesOf({ account_id, iam_version, policies = [] }: Principal): Promise<Compiled> {
  const key = `${account_id}/${iam_version}/${policies.join()}`;
  const cache = caches();
  const compiled = cache.get(key) ?? loadPolicies(account_id, policies);
  cache.delete(key);
  cache.set(key, compiled);
  if (cache.size > capacity) cache.delete(cache.keys().next().value as string);
  compiled.catch(() => cache.delete(key));
  return compiled;
}

/** Reads and compiles these policies of an account, without the cache. */
export async function loadPolicies(account: string, ids: readonly string[]): Promise<Compiled> {
  const custom = ids.filter((id) => !managedPolicy(id));
  const records = custom.length > 0 ? await getPolicies(account, custom) : [];
  return [
    ...ids.flatMap((id) => compiledManaged(id) ?? []),
    ...records.map(({ id, document }) => compilePolicy(id, document)),
  ];
}

function compiledManaged(id: string): CompiledPolicy | undefined {
  const policy = managedPolicy(id);
  if (!policy) return undefined;
  const compiled = managed.get(id) ?? compilePolicy(id, policy.document);
  managed.set(id, compiled);
  return compiled;
}
