import type { IncomingMessage, ServerResponse } from 'node:http';
import { baseHeaders } from '#lib/local/front/reply.ts';
import { pathOf } from '#lib/local/front/routing.ts';
import { type Differing, documentPolicy, readDocument, terminalDocument } from '#lib/web/bundle/documents.ts';
import { referenceDocument } from '#lib/web/bundle/reference.ts';
import { entranceOf, isTerminalPath } from '#lib/web/bundle/serve.ts';

/** A page for people. */
interface Page {
  readonly file: URL;
  /** The directives of its Content-Security-Policy that differ from those of other pages. */
  readonly policy?: Differing;
}

const own = (file: string) => new URL(file, import.meta.url);

/**
 * Pages for people beside the console: the API's reference, and what is on a laptop only. They contain no data and load
 * nothing from other sites.
 */
const pages: Readonly<Record<string, Page>> = {
  '/docs': referenceDocument,
  '/dev/start.html': { file: own('start.html') },
  '/dev/outbox.html': { file: own('outbox.html') },
  '/dev/checkout.html': { file: own('checkout.html') },
};

/** The page that answers this request; undefined where there is none. */
export function pageFor({ url = '/' }: IncomingMessage): Page | undefined {
  const path = pathOf(url);
  if (Object.hasOwn(pages, path)) return pages[path];
  return isTerminalPath(path) ? terminalDocument : undefined;
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
  const html = readDocument(page.file);
  res.writeHead(200, {
    ...baseHeaders(),
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': String(Buffer.byteLength(html)),
    'Content-Security-Policy': documentPolicy(html, page.policy),
    // The address may contain a token.
    'Referrer-Policy': 'no-referrer',
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(html);
}
