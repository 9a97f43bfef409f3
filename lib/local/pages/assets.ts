import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { baseHeaders } from '#lib/local/front/reply.ts';
import { referenceScript } from '#lib/web/bundle/reference.ts';
import { terminalFiles } from '#lib/web/bundle/terminal.ts';

interface Asset {
  readonly load: () => Promise<Buffer>;
  readonly type: string;
}

const types: Readonly<Record<string, string>> = {
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
};

/** The files that the pages load, from installed packages. */
const assets: Record<string, Asset> = {
  '/docs/assets/reference.js': { load: referenceScript, type: 'text/javascript; charset=utf-8' },
  ...Object.fromEntries(
    Object.entries(terminalFiles).map(([name, file]) => [
      `/console/assets/${name}`,
      { load: () => readFile(file), type: types[name.slice(name.lastIndexOf('.') + 1)] ?? '' },
    ]),
  ),
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
