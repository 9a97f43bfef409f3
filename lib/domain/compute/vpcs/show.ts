import type { Context } from '#lib/domain/platform/context.ts';
import type { Vpc } from '#lib/model/compute/vpc.ts';
import { findVpc } from './find.ts';
import { toVpc } from './view.ts';

/** The caller's VPC; 404 where there is none of this id. */
export async function showVpc(context: Context, { id }: { id: string }): Promise<Vpc> {
  const record = await findVpc(context, id);
  return context.show(toVpc(record), record.version);
}
