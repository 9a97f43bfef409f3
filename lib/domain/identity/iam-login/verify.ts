import { type FinishInput, finishLogin } from '#lib/domain/identity/sessions/finish.ts';
import type { PublicContext } from '#lib/domain/platform/context.ts';
import type { IamTokens } from '#lib/model/identity/user.ts';

/** Finishes an IAM user's login with a code (contract 4.7). 401 for a wrong code, 410 for an expired token, 429. */
export const verifyIamLogin = (context: PublicContext, input: FinishInput): Promise<IamTokens> =>
  finishLogin(context, input, ['iam']);
