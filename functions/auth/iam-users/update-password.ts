import * as z from 'zod';
import { isOwnPassword, updateUserPassword } from '#lib/domain/identity/iam/users/update-password.ts';
import { route } from '#lib/edge/route.ts';
import { passwordChange, passwordState, username } from '#lib/model/identity/iam-user.ts';

/**
 * Sets, generates or takes away an IAM user's console password. 400 with every rule that it breaks; with current_password
 * a user changes their own where the account allows it: 401 invalid_credentials where it is wrong, 429 after five. */
export const handler = route(
  {
    name: 'updateUserPassword',
    action: 'iam:UpdateUserPassword',
    resource: ({ username }) => `user/${username}`,
    own: isOwnPassword,
    params: z.strictObject({ username }),
    body: passwordChange,
    reply: passwordState,
  },
  (context, { params, body }) => updateUserPassword(context, { ...params, ...body }),
);
