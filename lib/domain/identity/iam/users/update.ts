import type { Context } from '#lib/domain/platform/context.ts';
import { retryOnConflict } from '#lib/domain/platform/retry.ts';
import { rfc3339 } from '#lib/drivers/clocks/civil.ts';
import type { IamUser } from '#lib/model/identity/iam-user.ts';
import { changeIamUser } from '#lib/store/identity/iam-users.ts';
import { findUser, toIamUser } from './resource.ts';

export interface UpdateUserInput {
  username: string;
  description?: string | null | undefined;
  tags?: Record<string, string> | undefined;
}

/** Describes or tags an IAM user; null clears the description. 412 where If-Match names another version. */
export function updateUser(context: Context, { username, ...input }: UpdateUserInput): Promise<IamUser> {
  return retryOnConflict(async () => {
    const record = await findUser(context, username);
    context.match(record.version);
    const { description = record.description, tags = record.tags } = input;
    if (description === record.description && JSON.stringify(tags) === JSON.stringify(record.tags)) {
      return context.commit({ writes: [], reply: toIamUser(record), version: record.version });
    }
    const change = { description, tags, updated_at: rfc3339(context.now) };
    const next = { ...record, ...change, version: record.version + 1 };
    return context.commit({ writes: [changeIamUser(record, change)], reply: toIamUser(next), version: next.version });
  });
}
