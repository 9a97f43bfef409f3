import * as z from 'zod';
import { isOwnPassword, updateUserPassword } from '#lib/domain/identity/iam/users/update-password.ts';
import { route } from '#lib/edge/route.ts';
import { passwordChange, passwordState, username } from '#lib/model/identity/iam-user.ts';

/**
 * Sets, generates or removes an IAM user's console password. 400 names each rule that the password breaks. With
 * current_password, users change their own if the account allows it: 401 invalid_credentials if it is wrong, 429 after
 * five.
 */
export const handler = route(
  {
    name: 'updateUserPassword',
    action: 'iam:UpdateUserPassword',
    resource: ({ username }) => `user/${username}`,
    isOwnResource: isOwnPassword,
    params: z.strictObject({ username }),
    body: passwordChange,
    versioned: true,
    reply: passwordState,
  },
  (context, { params, body }) => updateUserPassword(context, { ...params, ...body }),
);
