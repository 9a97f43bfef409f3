import type { Context } from '#lib/domain/platform/context.ts';
import { pageOf } from '#lib/domain/platform/lists.ts';
import type { Firewall } from '#lib/model/compute/firewall-list.ts';
import type { ListQuery } from '#lib/model/platform/lists.ts';
import { defaultsOf, findFirewall, toRule } from './resource.ts';

/**
 * The rules of the caller's instance, with the defaults for flows that no rule allows. 404 where the instance does not
 * exist.
 */
export async function listFirewallRules(
  context: Context,
  { id, query }: { id: string; query: ListQuery },
): Promise<Firewall> {
  const { firewall } = await findFirewall(context, id);
  const rules = firewall.rules.map((rule) => toRule(firewall, rule));
  const { items, next_cursor } = await pageOf(context, `firewall of ${id}`, query, rules, { label: 'id' });
  return context.show({ rules: items, next_cursor, ...defaultsOf(firewall) }, firewall.version);
}
