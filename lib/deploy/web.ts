import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'esbuild';
import type { WebFiles } from '#lib/web/bundle/build.ts';

/** Puts the built console into the package, in the place of functions/platform/console.json. */
export const withWeb = ({ html, assets }: WebFiles): Plugin => ({
  name: 'with-web',
  setup({ onLoad }) {
    const packed = [...assets].map(([name, bytes]) => [name, brotliCompressSync(bytes).toString('base64')]);
    const contents = JSON.stringify({ html, assets: Object.fromEntries(packed) });
    onLoad({ filter: /functions[\\/]platform[\\/]console\.json$/ }, () => ({ contents, loader: 'json' }));
  },
});
