import { foreignOrigin } from '#lib/domain/identity/sessions/origins.ts';
import type { Exchange } from '#lib/edge/exchange.ts';
import { ApiError } from '#lib/model/platform/errors.ts';

/** The most bytes of a request body (contract 1.9: the input limit of Step Functions), where a route does not say. */
export const maxBody = 256 * 1024;

/** Step 2: 413 for a body above 256 KiB, or above the route's own limit. */
export function size({ request, route }: Exchange): void {
  const most = route.maxBody ?? maxBody;
  if (request.body.length > most) {
    throw new ApiError('payload_too_large', `body: ${request.body.length} bytes is too large (at most ${most} bytes)`);
  }
}

/** Step 3: 415 for a body whose Content-Type is not JSON in UTF-8. */
export function mediaType({ request }: Exchange): void {
  if (request.body.length === 0) return;
  const given = request.headers['content-type'] ?? '';
  if (/^application\/json\s*(;\s*charset="?utf-8"?\s*)?$/i.test(given.trim())) return;
  throw new ApiError('unsupported_media_type', `Content-Type: ${JSON.stringify(given)} is not application/json`);
}

/** 403 for a mutation with a cookie, or a login, from a page of another site (contract 4.6). */
export function crossOrigin({ request, route, credential }: Exchange): void {
  const guarded = route.sameOrigin || (credential === 'cookie' && !request.reads);
  const foreign = guarded ? foreignOrigin(request.headers) : undefined;
  if (foreign !== undefined) throw new ApiError('cross_origin', `${foreign} may not make this request`);
}
