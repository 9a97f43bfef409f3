import { readFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { baseHeaders } from '#lib/local/front/reply.ts';

interface Asset {
  /** The file in the installed package. */
  readonly at: () => string;
  readonly type: string;
}

/** The files that the terminal page loads; all come from this machine. */
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

/** The asset at this path; undefined where there is none. */
export const assetAt = (path: string): Asset | undefined => (Object.hasOwn(assets, path) ? assets[path] : undefined);

/** Sends an asset, which a browser may cache for an hour. A HEAD gets only the headers. */
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
