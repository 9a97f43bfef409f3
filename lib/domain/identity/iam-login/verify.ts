import { type FinishInput, finishLogin } from '#lib/domain/identity/sessions/finish.ts';
import type { PublicContext } from '#lib/domain/platform/context.ts';
import type { IamTokens } from '#lib/model/identity/user.ts';

/** The code's step of an IAM user's login (contract 4.7); 401 wrong code, 410 token over, 429. */
export const verifyIamLogin = (context: PublicContext, input: FinishInput): Promise<IamTokens> =>
  finishLogin(context, input, ['iam']);
