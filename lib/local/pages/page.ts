import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { baseHeaders } from '#lib/local/front/reply.ts';
import { pathOf } from '#lib/local/front/routing.ts';
import { entranceOf } from '#lib/web/bundle/serve.ts';
import { type OwnSources, referencePolicy } from './reference.ts';

/** A page for people. */
interface Page {
  readonly file: string;
  /** The directives of its Content-Security-Policy that differ from those of other pages. */
  readonly policy?: (own: OwnSources) => Readonly<Record<string, string>>;
}

/**
 * Pages for people beside the console: the API's reference, and what is on a laptop only. They contain no data and load
 * nothing from other sites.
 */
const pages: Readonly<Record<string, Page>> = {
  '/docs': { file: 'docs.html', policy: referencePolicy },
  '/dev/start.html': { file: 'start.html' },
  '/dev/outbox.html': { file: 'outbox.html' },
  '/dev/checkout.html': { file: 'checkout.html' },
};

/** The page with a terminal. Its library has files of its own and writes styles at run time. */
const terminal: Page = {
  file: 'console.html',
  policy: ({ scripts }) => ({ 'script-src': `'self' ${scripts}`, 'style-src': "'self' 'unsafe-inline'" }),
};

/** The page that answers this request; undefined where there is none. */
export function pageFor({ url = '/' }: IncomingMessage): Page | undefined {
  const path = pathOf(url);
  if (Object.hasOwn(pages, path)) return pages[path];
  return /^\/console\/i-[^/]+$/.test(path) ? terminal : undefined;
}

/** Where a request is led to, with its query; undefined where it is answered as it is. */
export function ledTo({ url = '/', method = 'GET', headers }: IncomingMessage): string | undefined {
  if (!/^(?:GET|HEAD)$/.test(method)) return undefined;
  const path = pathOf(url);
  const to = entranceOf(path, headers.accept);
  return to && to + url.slice(path.length);
}

/** Leads a browser to another address. */
export function sendTo(res: ServerResponse, location: string): undefined {
  const headers = { Location: location, 'Referrer-Policy': 'no-referrer', Vary: 'Accept', 'Content-Length': '0' };
  res.writeHead(302, { ...baseHeaders(), ...headers });
  res.end();
}

/** Sends a page. Only its own scripts and styles, and what it names, may run in it. A HEAD gets only the headers. */
export function sendPage(res: ServerResponse, page: Page): undefined {
  const html = read(page.file).replaceAll(/<!-- include ([a-z]+\.html) -->/g, (_, part) =>
    read(`parts/${part}`).trimEnd(),
  );
  res.writeHead(200, {
    ...baseHeaders(),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(html)),
    'Content-Security-Policy': policyOf(html, page.policy),
    // The address may contain a token.
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(html);
}

const read = (file: string): string => readFileSync(new URL(file, import.meta.url), 'utf8');

function policyOf(html: string, differing: Page['policy']): string {
  const scripts = hashesOf(html, /<script(?: type="module")?>(.*?)<\/script>/gs);
  const styles = hashesOf(html, /<style>(.*?)<\/style>/gs);
  const directives = {
    'default-src': "'none'",
    'script-src': scripts,
    'style-src': styles,
    'connect-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'none'",
    'frame-ancestors': "'none'",
    ...differing?.({ scripts, styles }),
  };
  return Object.entries(directives)
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ');
}

function hashesOf(html: string, element: RegExp): string {
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return [...html.matchAll(element)].map(([, text = '']) => hash(text)).join(' ') || "'none'";
}
