import { foreignOrigin } from '#lib/domain/identity/sessions/origins.ts';
import type { Exchange } from '#lib/edge/exchange.ts';
import { ApiError } from '#lib/model/platform/errors.ts';

/** 403 for a mutation with a cookie, or a login, from a page of another site (contract 4.6). */
export function crossOrigin({ request, route, credential }: Exchange): void {
  const guarded = route.sameOrigin || (credential === 'cookie' && !request.reads);
  const foreign = guarded ? foreignOrigin(request.headers) : undefined;
  if (foreign !== undefined)
    throw new ApiError('cross_origin', `Origin: ${JSON.stringify(foreign)} may not make this request`);
}
