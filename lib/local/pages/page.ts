import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { baseHeaders } from '#lib/local/front/reply.ts';

/** Pages for a person: where mail links lead, the API's routes, and the mailbox. They hold no data of their own and fetch nothing from elsewhere. */
const pages: Record<string, string> = {
  '/reset': 'reset.html',
  '/join': 'join.html',
  '/docs': 'docs.html',
  '/dev/outbox.html': 'outbox.html',
  '/dev/checkout.html': 'checkout.html',
};

/** The file of the page at this path, or undefined where there is none. */
export function pageAt(path: string): string | undefined {
  if (Object.hasOwn(pages, path)) return pages[path];
  return /^\/console\/[^/]+$/.test(path) ? TERMINAL : undefined;
}

/** The page with a terminal, whose library stands in files of its own and writes styles as it goes. */
const TERMINAL = 'console.html';

/** Answers a page, whose own script and style alone may run in it. A HEAD gets the headers alone. */
export function sendPage(res: ServerResponse, file: string): undefined {
  const html = readFileSync(new URL(file, import.meta.url), 'utf8');
  res.writeHead(200, {
    ...baseHeaders(),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(html)),
    'Content-Security-Policy': policyOf(html, file === TERMINAL),
    // The address holds a token.
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
