import { brotliCompressSync, constants } from 'node:zlib';
import type { Plugin } from 'esbuild';
import type { WebFiles } from '#lib/web/bundle/build.ts';
import type { Guides } from '#lib/web/bundle/guides/build.ts';
import type { BuiltReference } from '#lib/web/bundle/reference.ts';
import type { BuiltTerminal } from '#lib/web/bundle/terminal.ts';

/** Puts the built console, and its terminal, into the package in the place of functions/platform/console.json. */
export const withWeb = ({ html, assets }: WebFiles, terminal: BuiltTerminal): Plugin => ({
  name: 'with-web',
  setup({ onLoad }) {
    // Once it is loaded: to compress takes seconds, and one function of all has the console.
    onLoad({ filter: /functions[\\/]platform[\\/]console\.json$/ }, () => {
      const all = [...assets, ...terminal.assets];
      const packed = all.map(([name, bytes]) => [name, brotliCompressSync(bytes).toString('base64')]);
      const { html: text, policy } = terminal;
      const contents = JSON.stringify({ html, assets: Object.fromEntries(packed), terminal: { html: text, policy } });
      return { contents, loader: 'json' };
    });
  },
});

/** A better one takes half a minute for the script, and saves a tenth. */
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/**
 * Puts the built reference into the package in the place of lib/edge/packed-reference.ts. Its script is a file of its
 * own, so that it is in the zip of the one function that serves it (artifacts.ts).
 */
export const withReference = ({ script, ...texts }: BuiltReference): Plugin => ({
  name: 'with-reference',
  setup({ onResolve, onLoad }) {
    onLoad({ filter: /lib[\\/]edge[\\/]packed-reference\.ts$/ }, () => ({
      contents: `import { readFileSync } from 'node:fs';
        import file from 'packed:reference.script.br';
        const script = () => readFileSync(new URL(file, import.meta.url));
        export const reference = { ...${JSON.stringify(texts)}, script };`,
    }));
    onResolve({ filter: /^packed:reference/ }, ({ path }) => ({
      path: path.slice('packed:'.length),
      namespace: 'reference',
    }));
    onLoad({ filter: /.*/, namespace: 'reference' }, () => ({
      contents: brotliCompressSync(script, quickly),
      loader: 'file',
    }));
  },
});

/** Puts the built guides into the package instead of lib/edge/packed-guides.ts, as a file of their own likewise. */
export const withGuides = (guides: Guides): Plugin => ({
  name: 'with-guides',
  setup({ onResolve, onLoad }) {
    onLoad({ filter: /lib[\\/]edge[\\/]packed-guides\.ts$/ }, () => ({
      contents: `import { readFileSync } from 'node:fs';
        import file from 'packed:guides.pages.br';
        const read = () => Object.entries(JSON.parse(readFileSync(new URL(file, import.meta.url), 'utf8')));
        let known;
        export const guides = () => (known ??= new Map(read().map(([path, text]) => [path, Buffer.from(text, 'base64')])));`,
    }));
    onResolve({ filter: /^packed:guides/ }, ({ path }) => ({
      path: path.slice('packed:'.length),
      namespace: 'guides',
    }));
    onLoad({ filter: /.*/, namespace: 'guides' }, () => {
      const packed = [...guides].map(([path, bytes]) => [path, packedBytes(path, bytes).toString('base64')]);
      return { contents: JSON.stringify(Object.fromEntries(packed)), loader: 'file' };
    });
  },
});

/** A picture is compressed already. */
const packedBytes = (path: string, bytes: Uint8Array): Buffer =>
  path.endsWith('.webp') ? Buffer.from(bytes) : brotliCompressSync(bytes);
