import type { Settings } from '#lib/cli/config/settings.ts';
import { exits, Failure } from '#lib/cli/failure.ts';
import { SvcError } from '#lib/client/error.ts';

/** Codes of the API that say that nobody is logged in, or no longer. */
const noLogin = ['missing_credentials', 'invalid_token', 'token_expired'];

/** An error of the API about credentials, told by whoever logged in, the context and the address. */
export function aboutLogin(error: unknown, settings: Settings): unknown {
  if (!(error instanceof SvcError) || error.status !== 401 || !noLogin.includes(error.code)) return error;
  const { code, status, requestId } = error;
  const { message, hint } = sentence(settings);
  return new SvcError(message, {
    code,
    status,
    requestId,
    cause: new Failure(message, { exit: exits.login, code, hint }),
  });
}

function sentence({ endpoint, name, origin, other }: Settings): { message: string; hint: string } {
  if (origin === 'environment')
    return {
      message: `${endpoint} does not accept the credentials of the environment: they are invalid or have expired`,
      hint: 'check SVC_TOKEN, or SVC_ACCESS_KEY_ID and SVC_SECRET_ACCESS_KEY',
    };
  if (origin === 'context')
    return { message: `the login of context "${name}" at ${endpoint} is no longer valid`, hint: 'svc login' };
  if (other === undefined)
    return { message: `you are not logged in at ${endpoint}`, hint: 'svc login, or svc register' };
  return {
    message: `you are logged in at ${other} (context "${name}"), not at ${endpoint}`,
    hint: `svc login --endpoint ${endpoint} keeps both logins`,
  };
}
