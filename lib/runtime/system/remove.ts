import { readFileSync } from 'node:fs';
import type { Launch } from '#lib/runtime/launch.ts';
import { progressOf } from './open-files.ts';
import { AS_LONG_AS_IT_MOVES, reasonOf, run } from './run.ts';
import { findTool, HOST_ENV } from './tools.ts';

const PERL = findTool('perl');
const MEMORY = 256 * 1024 * 1024;

/** Without perl, there is no machine that is isolated either. `rm` takes memory for the names in a folder. */
const BY_RM = 'xargs -0 sh -c \'chmod -R u+rwX -- "$@" 2>/dev/null; exec rm -rf -- "$@"\' sh';

/**
 * The program that removes the trees whose paths come on its stdin, each ended by a zero byte. It is read where trees
 * are removed: the command line's bundle, which removes none, has this module without the file beside it.
 */
const removing = (): Launch => ({
  file: PERL ?? 'sh',
  args: PERL ? ['-e', readFileSync(new URL('./remove.pl', import.meta.url), 'utf8')] : ['-c', BY_RM],
  env: HOST_ENV,
  cwd: '/',
});

/**
 * Removes trees of any size and shape, also parts that their owner had closed, in a program of its own whose memory
 * does not depend on them. Links are removed and not followed. A path at which nothing is stays so. Rejects when
 * something is left. `words` come before the program, and have it run as another user.
 */
export async function removeTrees(paths: readonly string[], words: readonly string[] = []): Promise<void> {
  if (paths.length === 0) return;
  const input = paths.map((path) => `${path}\0`).join('');
  const program = removing();
  const [file = '', ...args] = [...words, program.file, ...program.args];
  const verdict = await run(
    { ...program, file, args },
    {
      input,
      bounds: { ...AS_LONG_AS_IT_MOVES, memory: MEMORY },
      sign: progressOf,
    },
  );
  if (verdict.code !== 0) throw new Error(`not all could be removed: ${reasonOf(verdict)}`);
}
