import type { PrefetchedRecord } from '#lib/domain/platform/prefetch.ts';
import { type ConditionContext, tagFacts } from '#lib/model/identity/policy/context.ts';
import { splitSrn } from '#lib/model/identity/policy/srn.ts';
import { type KeptPlan, planOf } from '#lib/model/platform/catalog.ts';
import type { Principal } from '#lib/model/platform/principal.ts';
import { type Key, keys } from '#lib/store/keys.ts';
import { type Item, manyOf } from '#lib/store/platform/read.ts';
import type { Listed } from '#lib/store/records.ts';

type KeyOf = (account: string, id: string) => Key<Item>;

const listed =
  (noun: Listed): KeyOf =>
  (account, id) =>
    keys.listed(account, noun, id);

/** The table key of a resource, by the type in its SRN; for an object the key of its bucket. */
const keyOf: Readonly<Record<string, KeyOf>> = {
  instance: listed('instance'),
  volume: listed('volume'),
  snapshot: listed('snapshot'),
  image: listed('image'),
  'elastic-ip': listed('elastic-ip'),
  vpc: listed('vpc'),
  'ssh-key': listed('ssh-key'),
  'load-balancer': listed('load-balancer'),
  certificate: listed('certificate'),
  asg: listed('asg'),
  policy: listed('policy'),
  user: keys.iamUser,
  group: keys.group,
  bucket: (account, id) => keys.bucket(account, id.split('/', 1)[0] ?? ''),
};

/** The maximum length of a sort key in bytes; no resource has a longer id. */
const maxKeyBytes = 1024;

/**
 * The attributes of resources that conditions may check: tags, and an instance's type and price. Reads the caller's
 * account by strong reads of up to 100 resources; an instance that the request has prefetched is not read again. Empty
 * for a resource that is absent, of another account, or without such attributes.
 */
export async function factsOf(
  principal: Principal,
  srns: readonly string[],
  prefetched?: PrefetchedRecord,
): Promise<ConditionContext[]> {
  const [only] = srns;
  if (only !== undefined && srns.length === 1 && prefetched?.id === typeOf(only).id)
    return [factsIn('instance', prefetched.record as Item | undefined)];
  const places = srns.map((srn) => placeOf(principal.account_id, srn));
  const found = await manyOf(places.flatMap((place) => place?.key ?? []));
  let next = 0;
  return places.map((place) => (place ? factsIn(place.type, found[next++]) : {}));
}

function typeOf(srn: string): { type: string; id: string } {
  const resource = splitSrn(srn)?.[4] ?? '';
  const [type = ''] = resource.split('/', 1);
  return { type, id: resource.slice(type.length + 1) };
}

function placeOf(account: string, srn: string): { type: string; key: Key<Item> } | undefined {
  const { type, id } = typeOf(srn);
  if (id === '' || id === '*' || Buffer.byteLength(id) > maxKeyBytes) return undefined;
  const key = Object.hasOwn(keyOf, type) ? keyOf[type]?.(account, id) : undefined;
  return key && { type, key };
}

/** The condition values of a record: its tags, and an instance's type id and price in whole rupees a month. */
function factsIn(type: string, record: Item | undefined): ConditionContext {
  if (!record) return {};
  return {
    ...tagFacts(record.tags ?? {}),
    ...(type === 'instance' && instanceFacts(record as KeptPlan)),
  };
}

const instanceFacts = (record: KeptPlan): ConditionContext => ({
  'svc:InstanceTypeId': record.instance_type_id,
  'svc:PlanPriceMonthly': planOf(record).price_monthly,
});
