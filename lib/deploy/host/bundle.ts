import { build, type Metafile } from 'esbuild';
import { runtimePackages } from '#lib/agent/hosted/code-copy.ts';
import { forNode } from '#lib/deploy/bundle.ts';

/** The command svc-host and the agent, from the root of the checkout. */
const entry = 'lib/agent/svc-host/main.ts';

/** CommonJS packages load Node's modules, and what may be absent, with require, which ES modules do not have. */
const banner =
  "import { createRequire as svcRequire } from 'node:module';\nconst require = svcRequire(import.meta.url);";

/**
 * Bundles svc-host into one file, and answers what is in it. The runtime stays outside, as files: it is copied to where
 * another uid can read it, and so are the packages that it imports.
 */
export async function bundleHost(root: string, outfile: string): Promise<Metafile> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    ...forNode,
    external: ['#lib/runtime/*', ...runtimePackages],
    banner: { js: banner },
  });
  return metafile;
}
