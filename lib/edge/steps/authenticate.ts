import { authenticators } from '#lib/edge/authenticators.ts';
import type { Exchange } from '#lib/edge/exchange.ts';
import { ApiError } from '#lib/model/platform/errors.ts';

/**
 * Step 4: authenticates the caller, or refuses with 401. On public routes credentials are optional and invalid ones are
 * ignored, except a signature on a `signed` route. Unlimited routes ignore credentials.
 */
export async function authenticate(exchange: Exchange): Promise<void> {
  if (exchange.route.unlimited) return;
  const authenticator = authenticators.find((candidate) => candidate.applies(exchange));
  if (!authenticator) {
    if (exchange.route.public) return;
    throw refusal(exchange.request.headers.authorization);
  }
  try {
    const { principal, prefetched } = await authenticator.authenticate(exchange);
    exchange.principal = principal;
    exchange.prefetched.record = prefetched;
    exchange.credential = authenticator.credential;
  } catch (error) {
    const optional = exchange.route.public && !(exchange.route.signed && authenticator.credential === 'sigv4');
    if (!optional || !(error instanceof ApiError)) throw error;
    exchange.rate = undefined;
  }
}

function refusal(authorization: string | undefined): ApiError {
  if (!authorization) {
    return new ApiError(
      'missing_credentials',
      'credentials are missing: send Authorization: Bearer <access token>, or sign the request (SigV4)',
    );
  }
  return new ApiError('invalid_token', 'Authorization: unknown scheme (Bearer <access token>, or AWS4-HMAC-SHA256)');
}
