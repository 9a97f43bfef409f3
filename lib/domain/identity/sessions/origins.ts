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

const ownSites: readonly (string | undefined)[] = [undefined, 'none', 'same-origin'];

/**
 * The header that shows that a page of another origin sent the request, with its value; undefined if none shows it.
 * Without an Origin header, the browser's statement about the page's site is used; another port is another origin.
 */
export function foreignOrigin(headers: Readonly<Record<string, string | undefined>>): string | undefined {
  const { origin, host } = headers;
  if (origin) {
    const isAllowed = allowedOrigins().includes(origin) || origin === originOf(host);
    return isAllowed ? undefined : `Origin: ${JSON.stringify(origin.slice(0, 256))}`;
  }
  const site = headers['sec-fetch-site'];
  return ownSites.includes(site) ? undefined : `Sec-Fetch-Site: ${JSON.stringify(site?.slice(0, 256))}`;
}

/** The origin of a page from the host that this request was sent to. A laptop's API has two host names. */
function originOf(host: string | undefined): string | undefined {
  const base = setting('SVC_BASE_URL');
  return base && host ? `${new URL(base).protocol}//${host.toLowerCase()}` : undefined;
}
