import { resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { StartError } from '#lib/local/start-error.ts';
import { setting } from '#lib/model/platform/settings.ts';
import { backUp, restore } from './backup.ts';
import { holdDataDir } from './held.ts';
import { resetData } from './reset.ts';

/**
 * `npm run reset`, `npm run backup` and `npm run restore`, and for `svc down` the end of what a killed platform has
 * left: what is done to the data folder while no platform runs.
 */

const say = (text: string) => process.stdout.write(`${text}\n`);

const commands: Record<string, (dataDir: string, folder: string | undefined, yes: boolean) => Promise<void>> = {
  async reset(dataDir, _folder, yes) {
    const confirm = async (paths: readonly string[]) => {
      say(
        `This removes, with every account, bucket, disk and key in them:\n${paths.map((at) => `  ${at}`).join('\n')}`,
      );
      return yes || ask();
    };
    say((await resetData(dataDir, { confirm })) ? 'removed' : 'nothing was removed');
  },
  async end(dataDir) {
    const held = await holdDataDir(dataDir);
    try {
      say((await held.settle()) ? 'ended' : 'nothing was left');
    } finally {
      held.release();
    }
  },
  async backup(dataDir, folder) {
    const target = named(folder);
    const archives = await backUp(dataDir, target);
    say(`${dataDir} is backed up in ${target}: ${archives.join(', ')}`);
  },
  async restore(dataDir, folder) {
    await restore(named(folder), dataDir);
    say(`${folder} is restored in ${dataDir}`);
  },
};

function named(folder: string | undefined): string {
  if (folder === undefined) throw new StartError('name the folder of the backup: npm run backup -- <folder>');
  return resolve(folder);
}

async function ask(): Promise<boolean> {
  if (!process.stdin.isTTY) throw new StartError('there is no terminal to ask on; to remove all that: --yes');
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const answer = await terminal.question('Remove it? Type "yes": ');
  terminal.close();
  return answer.trim() === 'yes';
}

async function main(): Promise<void> {
  process.umask(0o077);
  const { values, positionals } = parseArgs({ options: { yes: { type: 'boolean' } }, allowPositionals: true });
  const [command = '', folder] = positionals;
  await commands[command]?.(resolve(setting('SVC_DATA_DIR')), folder, values.yes === true);
}

main().catch((error: Error) => {
  process.stderr.write(`svc: ${error.message}\n`);
  process.exit(1);
});
