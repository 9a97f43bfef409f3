import type { Context } from '#lib/domain/platform/context.ts';
import type { Asg } from '#lib/model/compute/asg.ts';
import { findAsg } from './find.ts';
import { toAsg } from './view.ts';

/** The caller's group, with its members; 404 where there is none of this id. */
export async function getAutoScalingGroup(context: Context, { id }: { id: string }): Promise<Asg> {
  const record = await findAsg(context, id);
  return context.show(toAsg(record), record.version);
}
