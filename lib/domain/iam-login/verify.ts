import type { PublicContext } from '#lib/domain/context.ts';
import { type FinishInput, finishLogin } from '#lib/domain/sessions/finish.ts';
import type { IamTokens } from '#lib/model/user.ts';

/** The code's step of an IAM user's login (specification 5.3); 401 wrong code, 410 token over, 429. */
export const verifyIamLogin = (context: PublicContext, input: FinishInput): Promise<IamTokens> =>
  finishLogin(context, input, ['iam']);
