import { getMe } from '#lib/domain/identity/sessions/me.ts';
import { route } from '#lib/edge/route.ts';
import { profile } from '#lib/model/identity/user.ts';

/** Shows the profile of the caller: root user, member or IAM user. */
export const handler = route({ name: 'getMe', action: null, operators: true, reply: profile }, (context) =>
  getMe(context),
);
