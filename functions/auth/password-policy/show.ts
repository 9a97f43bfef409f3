import { showPasswordPolicy } from '#lib/domain/identity/iam/passwords/show-policy.ts';
import { route } from '#lib/edge/route.ts';
import { passwordPolicy } from '#lib/model/identity/password-policy.ts';

/** Shows the account's rules for the passwords of its IAM users. */
export const handler = route(
  {
    name: 'getPasswordPolicy',
    action: 'iam:GetPasswordPolicy',
    resource: () => 'account',
    reply: passwordPolicy,
    etag: 'always',
  },
  (context) => showPasswordPolicy(context),
);
