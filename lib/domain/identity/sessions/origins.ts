import { setting } from '#lib/model/platform/settings.ts';
/**
 * The origins that may send requests with a browser's cookies: the API's own origin, and those of SVC_CORS_ORIGINS
 * (comma-separated).
 */
export function allowedOrigins(): string[] {
  const base = setting('SVC_BASE_URL');
  const others = setting('SVC_CORS_ORIGINS');
  return [...(base ? [new URL(base).origin] : []), ...others];
}

/** The header value that shows that a page of another site sent the request; undefined where no header shows it. */
export function foreignOrigin(headers: Readonly<Record<string, string | undefined>>): string | undefined {
  const { origin, host } = headers;
  if (origin) return allowedOrigins().includes(origin) || origin === originOf(host) ? undefined : origin;
  return headers['sec-fetch-site'] === 'cross-site' ? 'cross-site' : undefined;
}

/** The origin of a page from the host that this request was sent to. A laptop's API has two host names. */
function originOf(host: string | undefined): string | undefined {
  const base = setting('SVC_BASE_URL');
  return base && host ? `${new URL(base).protocol}//${host.toLowerCase()}` : undefined;
}
