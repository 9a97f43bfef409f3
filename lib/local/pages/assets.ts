import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { fileURLToPath } from 'node:url';
import { baseHeaders } from '#lib/local/front/reply.ts';
import { referenceScript } from './reference.ts';

interface Asset {
  readonly load: () => Promise<Buffer>;
  readonly type: string;
}

const installed = (url: string): Promise<Buffer> => readFile(fileURLToPath(url));

/** The files that the pages load, from installed packages. */
const assets: Record<string, Asset> = {
  '/console/assets/xterm.js': {
    load: () => installed(import.meta.resolve('@xterm/xterm/lib/xterm.js')),
    type: 'text/javascript; charset=utf-8',
  },
  '/console/assets/xterm.css': {
    load: () => installed(import.meta.resolve('@xterm/xterm/css/xterm.css')),
    type: 'text/css; charset=utf-8',
  },
  '/docs/assets/reference.js': { load: referenceScript, type: 'text/javascript; charset=utf-8' },
  '/console/assets/addon-fit.js': {
    load: () => installed(import.meta.resolve('@xterm/addon-fit/lib/addon-fit.js')),
    type: 'text/javascript; charset=utf-8',
  },
};

/** The asset at this path; undefined where there is none. */
export const assetAt = (path: string): Asset | undefined => (Object.hasOwn(assets, path) ? assets[path] : undefined);

/** Sends an asset, which a browser may cache for an hour. A HEAD gets only the headers. */
export async function sendAsset(res: ServerResponse, { load, type }: Asset): Promise<undefined> {
  const bytes = await load();
  res.writeHead(200, {
    ...baseHeaders(),
    'Cache-Control': 'max-age=3600',
    'Content-Type': type,
    'Content-Length': String(bytes.length),
    'X-Content-Type-Options': 'nosniff',
  });
  res.end(bytes);
}
