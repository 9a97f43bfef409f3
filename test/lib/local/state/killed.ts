import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { argv } from 'node:process';

/**
 * Loads or saves the state `kept` of a data folder, and kills this process before the nth of its calls that change the
 * disk. It prints `done` where there are fewer.
 */
const [, , what = '', dataDir = '', at = ''] = argv;

let left = Number.POSITIVE_INFINITY;
const deadly = ['renameSync', 'rmSync', 'linkSync', 'copyFileSync', 'mkdirSync', 'writeFileSync', 'fsyncSync'] as const;
for (const call of deadly) {
  const real = fs[call] as (...given: unknown[]) => unknown;
  Object.assign(fs, {
    [call]: (...given: unknown[]) => {
      left -= 1;
      if (left === 0) process.kill(process.pid, 'SIGKILL');
      return real(...given);
    },
  });
}
syncBuiltinESMExports();

const { loadClosed } = await import('#lib/local/state/load-closed.ts');
const { SavedStates } = await import('#lib/local/state/saved.ts');
const { takeCopy } = await import('#lib/local/state/stage.ts');
const acts: Record<string, () => Promise<unknown>> = {
  load: () => loadClosed(dataDir, 'kept', { driver: undefined, elsewhere: undefined }),
  async save() {
    const saved = new SavedStates(dataDir);
    await takeCopy(dataDir, saved.draft('kept'));
    saved.publish('kept', { now: '2031-01-01T00:00:00.000Z', driver: 'simulated' });
  },
};
left = Number(at);
await acts[what]?.();
process.stdout.write('done\n');
