import type { PublicContext } from '#lib/domain/platform/context.ts';
import type { Tokens } from '#lib/model/identity/user.ts';
import { type FinishInput, finishLogin } from './finish.ts';

/** The second step of a root user's or member's login (contract 4.6); 401 wrong code, 410 token over, 429. */
export const verifyTwoFactor = (context: PublicContext, input: FinishInput): Promise<Tokens> =>
  finishLogin(context, input, ['root', 'member']);
