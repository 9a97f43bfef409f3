import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { dropRule } from '#lib/store/compute/autoscale-rules.ts';
import { findRule } from './resource.ts';

/**
 * Deletes the autoscale rule of an instance. 404 where it has none, 409 while the rule has stopped the instance for a
 * change.
 */
export function deleteAutoscaleRule(
  context: Context,
  { id }: { id: string },
): Promise<{ instance_id: string; deleted: true }> {
  return retryOnConflict(async () => {
    const rule = await findRule(context, id);
    context.match(rule.version);
    if (rule.change) {
      const what = `is being resized from ${rule.change.from} to ${rule.change.to} by its autoscale rule`;
      throw new ApiError('operation_in_progress', `instance ${id} ${what}`, { retryAfter: 5 });
    }
    return context.commit({ writes: [dropRule(rule)], reply: { instance_id: id, deleted: true as const } });
  });
}
