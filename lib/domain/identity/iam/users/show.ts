import type { Context } from '#lib/domain/platform/context.ts';
import type { IamUser } from '#lib/model/identity/iam-user.ts';
import { findUser, toIamUser } from './resource.ts';

/** An IAM user; 404 where the account has no user of this name. */
export async function showUser(context: Context, { username }: { username: string }): Promise<IamUser> {
  const record = await findUser(context, username);
  return context.show(toIamUser(record), record.version);
}
