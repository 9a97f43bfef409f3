import type { WebFiles } from './build.ts';

/** An answer to a request for the console. */
export interface WebReply {
  readonly status: 200 | 404;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array;
  /** Whether the body may be compressed on its way. */
  readonly compressible: boolean;
}

const types: Readonly<Record<string, string>> = {
  css: 'text/css; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  json: 'application/json; charset=utf-8',
  webp: 'image/webp',
};

/** The addresses that show the console's page: every path below /console but that of an asset and of a terminal. */
export const isWebPath = (path: string): boolean => /^\/console(?:\/(?!i-[^/]*$).*)?$/.test(path);

/** The addresses of the guides: every path at or below /guides. */
export const isGuidePath = (path: string): boolean => /^\/guides(?:\/.+)?$/.test(path);

/** The addresses of terminals, which are documents of their own. */
export const isTerminalPath = (path: string): boolean => /^\/console\/i-[^/]+$/.test(path);

/** The page that a payment gateway sends the browser back to, by a POST. */
export const isReturn = (path: string): boolean => path === '/console/billing';

/** The addresses that lead elsewhere: that of the platform, for browsers alone, those in mails, and the guides'. */
const entrances: Readonly<Record<string, string>> = {
  '/': '/console',
  '/guides/': '/guides',
  '/join': '/console/join',
  '/reset': '/console/reset',
};

/** Where a GET of this path leads to, without its query; undefined where it leads nowhere. */
export function entranceOf(path: string, accept: string | undefined): string | undefined {
  if (!Object.hasOwn(entrances, path)) return undefined;
  return path !== '/' || prefersHtml(accept) ? entrances[path] : undefined;
}

/** Whether an Accept header names HTML, and ranks nothing above it. Browsers do; programs ask for JSON or anything. */
function prefersHtml(accept = ''): boolean {
  const ranks = new Map(accept.split(',').map(rankOf));
  const html = ranks.get('text/html') ?? 0;
  return html > 0 && html >= Math.max(...ranks.values());
}

function rankOf(range: string): [type: string, rank: number] {
  const [type = '', ...parameters] = range.split(';').map((part) => part.trim().toLowerCase());
  const q = parameters.find((one) => one.startsWith('q='))?.slice(2) ?? '1';
  return [type, Number(q) || 0];
}

/**
 * Answers a path of the console. An asset never changes under its name, and one that is missing is a 404, never the
 * page, so that a page of an older version notices. Every other path is the page.
 */
export function webReply({ html, assets }: WebFiles, path: string, policy: string): WebReply {
  const [, name] = /^\/console\/assets\/(.*)$/.exec(path) ?? [];
  if (name === undefined) return document(html, policy);
  const body = assets.get(name);
  return body ? assetReply(name, body) : missing();
}

/**
 * Answers a path of the guides, from the built ones by their addresses. An address without a guide shows a page that
 * says so, and an asset that is missing is never a page.
 */
export function guideReply(guides: ReadonlyMap<string, Uint8Array>, path: string): WebReply {
  const body = guides.get(path);
  const [, name] = /^\/guides\/assets\/(.*)$/.exec(path) ?? [];
  if (name !== undefined) return body ? assetReply(name, body) : missing();
  const page = document(body ?? guides.get('/guides/404') ?? text(''), guidePolicy());
  return body ? page : { ...page, status: 404 };
}

const missing = (): WebReply => ({
  status: 404,
  headers: { ...safe, 'Cache-Control': 'no-store' },
  body: text(''),
  compressible: false,
});

/** Answers the name of a file that never changes under it. */
export function assetReply(name: string, body: Uint8Array): WebReply {
  const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  const headers = { ...safe, 'Cache-Control': 'public, max-age=31536000, immutable', 'Content-Type': type };
  return { status: 200, headers, body, compressible: !type.startsWith('image/') };
}

/** Answers the address of a terminal: its document may connect to the API, and to the host of the machine alone. */
export function terminalReply({ html, policy }: Readonly<Record<'html' | 'policy', string>>, host?: string): WebReply {
  const reply = document(
    html,
    policy.replace("connect-src 'self'", (own) => (host ? `${own} ${host}` : own)),
  );
  // The policy is for who asks.
  return { ...reply, headers: { ...reply.headers, 'Cache-Control': 'no-store' } };
}

const safe = { 'X-Content-Type-Options': 'nosniff' };
const text = (content: string): Uint8Array => new TextEncoder().encode(content);

/** Answers the address of a document with its policy. */
export function document(html: string | Uint8Array, policy: string): WebReply {
  const headers = {
    ...safe,
    'Cache-Control': 'no-cache',
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'Cross-Origin-Opener-Policy': 'same-origin',
    // The address may contain a token.
    'Referrer-Policy': 'no-referrer',
  };
  return { status: 200, headers, body: typeof html === 'string' ? text(html) : html, compressible: true };
}

/**
 * The Content-Security-Policy of the console's page: scripts and styles of its own origin, no inline ones, no text
 * that becomes code, and connections to the API and to the object storage alone.
 */
export function webPolicy(storage: string | undefined): string {
  return policyOf({
    'connect-src': `'self'${storage ? ` ${storage}` : ''}`,
    // Razorpay's hosted checkout is reached by a form (pages/billing/hosted.ts).
    'form-action': 'https://api.razorpay.com',
  });
}

/** The policy of the guides: that of the console, with no other host and no form. */
const guidePolicy = (): string => policyOf({});

function policyOf(differing: Readonly<Record<string, string>>): string {
  const directives = {
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': "'self'",
    'img-src': "'self' data:",
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    'require-trusted-types-for': "'script'",
    'trusted-types': "'none'",
    ...differing,
  };
  return Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}
