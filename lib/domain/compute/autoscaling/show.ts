import type { Context } from '#lib/domain/platform/context.ts';
import type { AutoscaleRule } from '#lib/model/compute/autoscale-rule.ts';
import { findRule } from './find.ts';
import { toRule } from './view.ts';

/** The rule by which an instance is resized by itself; 404 where it has none. */
export async function getAutoscaleRule(context: Context, { id }: { id: string }): Promise<AutoscaleRule> {
  const rule = await findRule(context, id);
  return context.show(toRule(rule), rule.version);
}
