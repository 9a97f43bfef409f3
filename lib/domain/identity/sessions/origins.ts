/** Origins that may call with a browser's cookies: our own, and those of SVC_CORS_ORIGINS (comma-separated). */
export function allowedOrigins(): string[] {
  const base = process.env.SVC_BASE_URL;
  const others = (process.env.SVC_CORS_ORIGINS ?? '').split(',').filter(Boolean);
  return [...(base ? [new URL(base).origin] : []), ...others];
}

/** What in these headers says that another site's page sent the request; undefined where nothing does. */
export function foreignOrigin(headers: Readonly<Record<string, string | undefined>>): string | undefined {
  const { origin, host } = headers;
  if (origin) return allowedOrigins().includes(origin) || origin === originOf(host) ? undefined : origin;
  return headers['sec-fetch-site'] === 'cross-site' ? 'cross-site' : undefined;
}

/** The origin of a page that was fetched from where this request went: a laptop's API has two names. */
function originOf(host: string | undefined): string | undefined {
  const base = process.env.SVC_BASE_URL;
  return base && host ? `${new URL(base).protocol}//${host.toLowerCase()}` : undefined;
}
