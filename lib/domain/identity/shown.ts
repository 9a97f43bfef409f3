import type { Item } from '#lib/store/platform/read.ts';
import { toAccessKey } from './iam/access-keys/resource.ts';
import { toGroup } from './iam/groups/resource.ts';
import { toPolicy } from './iam/policies/resource.ts';
import { toIamUser } from './iam/users/resource.ts';

/** Shows records as their GET does, without secrets: the data of events. */
export const shownRecords = {
  iam_user: (record: Item) => toIamUser(record as Parameters<typeof toIamUser>[0]),
  iam_group: (record: Item) => toGroup(record as Parameters<typeof toGroup>[0]),
  iam_policy: (record: Item) => toPolicy(record as Parameters<typeof toPolicy>[0]),
  access_key: (record: Item) => toAccessKey(record as Parameters<typeof toAccessKey>[0]),
};
