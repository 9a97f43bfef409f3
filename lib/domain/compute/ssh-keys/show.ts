import type { Context } from '#lib/domain/platform/context.ts';
import type { SshKey } from '#lib/model/compute/ssh-key.ts';
import { findSshKey } from './find.ts';
import { toSshKey } from './view.ts';

/** The caller's SSH key; 404 where there is none of this id. */
export async function showSshKey(context: Context, { id }: { id: string }): Promise<SshKey> {
  const record = await findSshKey(context, id);
  return context.show(toSshKey(record), record.version);
}
