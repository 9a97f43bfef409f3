import { ACCESS_TOKEN_SECONDS } from '#lib/drivers/tokens/access-claims.ts';

/** The Set-Cookie values that a browser keeps a session in; the refresh token goes to /auth alone (contract 4.6). */
export function sessionCookies(
  pair: { access_token: string; refresh_token: string },
  refreshSeconds: number,
): string[] {
  return [
    cookie('svc_access', pair.access_token, '/', ACCESS_TOKEN_SECONDS),
    cookie('svc_refresh', pair.refresh_token, '/auth', refreshSeconds),
  ];
}

/** The Set-Cookie values that end them. */
export function clearedCookies(): string[] {
  return [cookie('svc_access', '', '/', 0), cookie('svc_refresh', '', '/auth', 0)];
}

function cookie(name: string, value: string, path: string, seconds: number): string {
  const secure = process.env.SVC_BASE_URL?.startsWith('https:') ? '; Secure' : '';
  return `${name}=${value}; Max-Age=${seconds}; Path=${path}; HttpOnly; SameSite=Lax${secure}`;
}
