import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { baseHeaders } from '#lib/local/front/reply.ts';

/**
 * Pages for people: those to which mails link, the API's documentation, and the mailbox. They contain no data and load
 * nothing from other sites.
 */
const pages: Record<string, string> = {
  '/reset': 'reset.html',
  '/join': 'join.html',
  '/docs': 'docs.html',
  '/dev/outbox.html': 'outbox.html',
  '/dev/checkout.html': 'checkout.html',
};

/** The file of the page at this path; undefined where there is none. */
export function pageAt(path: string): string | undefined {
  if (Object.hasOwn(pages, path)) return pages[path];
  return /^\/console\/[^/]+$/.test(path) ? TERMINAL : undefined;
}

/** The page with a terminal. Its library has files of its own and writes styles at run time. */
const TERMINAL = 'console.html';

/** Sends a page. Only its own script and style may run in it. A HEAD gets only the headers. */
export function sendPage(res: ServerResponse, file: string): undefined {
  const html = readFileSync(new URL(file, import.meta.url), 'utf8');
  res.writeHead(200, {
    ...baseHeaders(),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(html)),
    'Content-Security-Policy': policyOf(html, file === TERMINAL),
    // The address contains a token.
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(html);
}

function policyOf(html: string, terminal: boolean): string {
  const scripts = hashesOf(html, /<script(?: type="module")?>(.*?)<\/script>/gs);
  const styles = hashesOf(html, /<style>(.*?)<\/style>/gs);
  return [
    "default-src 'none'",
    `script-src ${terminal ? `'self' ${scripts}` : scripts}`,
    `style-src ${terminal ? "'self' 'unsafe-inline'" : styles}`,
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function hashesOf(html: string, element: RegExp): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [...html.matchAll(element)].map(([, text = '']) => hash(text)).join(' ') || "'none'";
}
