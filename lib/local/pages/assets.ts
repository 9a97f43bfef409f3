import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { baseHeaders } from '#lib/local/front/reply.ts';

interface Asset {
  /** Where the installed package has it. */
  readonly at: () => string;
  readonly type: string;
}

/** What the terminal page loads, from this machine alone. */
const assets: Record<string, Asset> = {
  '/console/assets/xterm.js': {
    at: () => import.meta.resolve('@xterm/xterm/lib/xterm.js'),
    type: 'text/javascript; charset=utf-8',
  },
  '/console/assets/xterm.css': {
    at: () => import.meta.resolve('@xterm/xterm/css/xterm.css'),
    type: 'text/css; charset=utf-8',
  },
  '/console/assets/addon-fit.js': {
    at: () => import.meta.resolve('@xterm/addon-fit/lib/addon-fit.js'),
    type: 'text/javascript; charset=utf-8',
  },
};

/** The asset at this path, or undefined where there is none. */
export const assetAt = (path: string): Asset | undefined => (Object.hasOwn(assets, path) ? assets[path] : undefined);

/** Answers an asset; a browser may keep it for an hour. A HEAD gets the headers alone. */
export function sendAsset(res: ServerResponse, { at, type }: Asset): undefined {
  const bytes = readFileSync(fileURLToPath(at()));
  res.writeHead(200, {
    ...baseHeaders(),
    'Cache-Control': 'max-age=3600',
    'Content-Type': type,
    'Content-Length': String(bytes.length),
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(bytes);
}
