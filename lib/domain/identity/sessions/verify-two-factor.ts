import type { PublicContext } from '#lib/domain/platform/context.ts';
import type { Tokens } from '#lib/model/identity/user.ts';
import { type FinishInput, finishLogin } from './finish.ts';

/**
 * Finishes the login of a root user or member with a code (contract 4.6). 401 for a wrong code, 410 for an expired
 * token, 429.
 */
export const verifyTwoFactor = (context: PublicContext, input: FinishInput): Promise<Tokens> =>
  finishLogin(context, input, ['root', 'member']);
