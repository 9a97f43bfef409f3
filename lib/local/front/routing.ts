const ROUTED_METHODS = new Set(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']);
const SEGMENT = /^(?:[A-Za-z0-9._~!$&'()*+,;=:@-]|%[0-9A-Fa-f]{2})+$/;
const DOTS = /^(?:\.|%2e){1,2}$/i;

/**
 * The method and path by which the routes are searched: HEAD is served by GET. Undefined for a request that no route
 * may serve, since HTTP servers read its target in different ways.
 */
export function routedAs(method: string, target: string): { method: string; path: string } | undefined {
  const routed = method === 'HEAD' ? 'GET' : method;
  return ROUTED_METHODS.has(routed) && isPlain(target) ? { method: routed, path: pathOf(target) } : undefined;
}

/** A request target without its scheme and authority (RFC 9112 3.2.2 requires servers to accept them). */
export function originForm(target: string): string {
  const rest = target.replace(absolute, '');
  return rest === target || rest.startsWith('/') ? rest : `/${rest}`;
}

/** The authority of a request target, where it has one. */
export const authorityOf = (target: string): string | undefined => absolute.exec(target)?.[1];

const absolute = /^https?:\/\/([^/?#]*)/i;

/** The path of a request target, undecoded. */
export function pathOf(target: string): string {
  const end = target.search(/[?#]/);
  return end < 0 ? target : target.slice(0, end);
}

/**
 * Whether every HTTP server reads the target in the same way: no empty, dotted or wrongly encoded segment, no slash at
 * the end, no fragment.
 */
function isPlain(target: string): boolean {
  const path = pathOf(target);
  if (path === '/') return !target.includes('#');
  return path.startsWith('/') && !target.includes('#') && path.slice(1).split('/').every(isPlainSegment);
}

function isPlainSegment(segment: string): boolean {
  if (!SEGMENT.test(segment) || DOTS.test(segment)) return false;
  try {
    return !decodeURIComponent(segment).includes('\0');
  } catch {
    return false;
  }
}

/**
 * Whether a Host header names this listener: localhost, a name under localhost, or 127.0.0.1, with the port (without
 * one where that is 80).
 */
export function isOurHost(host: string | undefined, port: number): boolean {
  const [, name = '', given = '80'] = /^([A-Za-z0-9.-]+)(?::(\d{1,5}))?$/.exec(host ?? '') ?? [];
  const known = /^(127\.0\.0\.1|([a-z0-9-]+\.)*localhost)$/i.test(name);
  return known && Number(given) === port;
}
