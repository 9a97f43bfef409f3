import type { Context } from '#lib/domain/platform/context.ts';
import type { Group } from '#lib/model/identity/group.ts';
import { findGroup, toGroup } from './resource.ts';

/** A group with its members; 404 where the account has no group of this name. */
export async function showGroup(context: Context, { name }: { name: string }): Promise<Group> {
  const record = await findGroup(context, name);
  return context.show(toGroup(record), record.version);
}
