import { ApiError } from '#lib/model/platform/errors.ts';

/** A policy and the user that it is attached to, or is to be attached to. */
export interface UserPolicyPath {
  username: string;
  policy_id: string;
}

export interface UserAttachment extends UserPolicyPath {
  attached: boolean;
}

export interface UserDetachment extends UserAttachment {
  deleted: true;
}

/** The 404 for a policy that is not attached to this user. */
export const notAttachedToUser = ({ username, policy_id }: UserPolicyPath): ApiError =>
  new ApiError('not_found', `policy ${policy_id} is not attached to user ${username}`);

/** A policy and the group that it is attached to, or is to be attached to. */
export interface GroupPolicyPath {
  name: string;
  policy_id: string;
}

export interface GroupAttachment extends GroupPolicyPath {
  attached: boolean;
}

export interface GroupDetachment extends GroupAttachment {
  deleted: true;
}

/** The 404 for a policy that is not attached to this group. */
export const notAttachedToGroup = ({ name, policy_id }: GroupPolicyPath): ApiError =>
  new ApiError('not_found', `policy ${policy_id} is not attached to group ${name}`);
