import type { Exchange } from '#lib/edge/exchange.ts';
import { ApiError } from '#lib/model/errors.ts';

/** Origins that may call with a browser's cookies: our own, and those of SVC_CORS_ORIGINS (comma-separated). */
export function allowedOrigins(): string[] {
  const base = process.env.SVC_BASE_URL;
  const others = (process.env.SVC_CORS_ORIGINS ?? '').split(',').filter(Boolean);
  return [...(base ? [new URL(base).origin] : []), ...others];
}

/** 403 for a mutation by cookie, or a login, that another site's page sent (contract 4.6). */
export function crossOrigin({ request, route, credential }: Exchange): void {
  const guarded = route.sameOrigin || (credential === 'cookie' && !request.reads);
  if (!guarded) return;
  const origin = request.headers.origin;
  const foreign = origin ? !allowedOrigins().includes(origin) : request.headers['sec-fetch-site'] === 'cross-site';
  if (foreign)
    throw new ApiError('cross_origin', `Origin: ${JSON.stringify(origin ?? 'cross-site')} may not make this request`);
}
