import { updatePasswordPolicy } from '#lib/domain/identity/iam/passwords/update-policy.ts';
import { route } from '#lib/edge/route.ts';
import { passwordPolicy } from '#lib/model/identity/password-policy.ts';

/** Replaces the rules for passwords that are set from now on; an omitted rule returns to its default. */
export const handler = route(
  {
    name: 'updatePasswordPolicy',
    action: 'iam:UpdatePasswordPolicy',
    resource: () => 'account',
    body: passwordPolicy,
    versioned: true,
    dryRun: true,
    reply: passwordPolicy,
    etag: 'always',
  },
  (context, { body }) => updatePasswordPolicy(context, body),
);
