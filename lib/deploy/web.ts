import { brotliCompressSync } from 'node:zlib';
import type { Plugin } from 'esbuild';
import type { WebFiles } from '#lib/web/bundle/build.ts';
import type { BuiltTerminal } from '#lib/web/bundle/terminal.ts';

/** Puts the built console, and its terminal, into the package in the place of functions/platform/console.json. */
export const withWeb = ({ html, assets }: WebFiles, terminal: BuiltTerminal): Plugin => ({
  name: 'with-web',
  setup({ onLoad }) {
    const all = [...assets, ...terminal.assets];
    const packed = all.map(([name, bytes]) => [name, brotliCompressSync(bytes).toString('base64')]);
    const { html: text, policy } = terminal;
    const contents = JSON.stringify({ html, assets: Object.fromEntries(packed), terminal: { html: text, policy } });
    onLoad({ filter: /functions[\\/]platform[\\/]console\.json$/ }, () => ({ contents, loader: 'json' }));
  },
});
