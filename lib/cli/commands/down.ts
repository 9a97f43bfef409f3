import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Command } from 'commander';
import { type Checkout, checkCode, checkout, nodeOf } from '#lib/cli/config/checkout.ts';
import { isRunning, type LocalPlatform, platformIn } from '#lib/cli/config/local.ts';
import { formatOf, type Globals } from '#lib/cli/config/settings.ts';
import { exits, Failure } from '#lib/cli/failure.ts';
import { show } from '#lib/cli/output/output.ts';
import { plain, StatusLine, tell } from '#lib/cli/output/terminal.ts';
import { interruptible } from '#lib/cli/run/interruptible.ts';
import { waitTimeoutOf } from '#lib/cli/run/wait-timeout.ts';
import type { Runners } from './command.ts';

/** Milliseconds between two looks. */
const interval = 100;

/** `svc down`: ends the platform of a checkout in order, or what a killed one has left; its state stays. */
export function add(command: Command, { bare }: Runners): void {
  command.option('--wait-timeout <seconds>', 'maximum wait for the platform to stop, in seconds', '120').action(
    bare(async (globals, { waitTimeout }: { waitTimeout: string }) => {
      const timeout = 1000 * waitTimeoutOf(waitTimeout);
      await interruptible((signal) => down(globals, timeout, signal));
    }),
  );
}

async function down(globals: Globals, timeout: number, signal: AbortSignal): Promise<void> {
  const place = checkout();
  const { dataDir } = place;
  const platform = platformIn(dataDir);
  if (platform) await stopped(platform, globals, timeout, signal);
  const wasThere = platform !== undefined || (await endLeft(place, signal));
  if (formatOf(globals) !== 'table' || globals.query !== undefined)
    return show({ data_dir: dataDir, stopped: wasThere }, { columns: [] }, globals);
  if (!globals.quiet) tell(wasThere ? `Stopped; its state stays in ${dataDir}.` : 'No platform runs here.');
}

/** Ends the machines of a platform that was killed, by the checkout's own code. Answers whether there were any. */
async function endLeft(place: Checkout, signal: AbortSignal): Promise<boolean> {
  if (!existsSync(join(place.dataDir, 'format'))) return false;
  checkCode(place);
  const options = { cwd: place.folder, signal };
  try {
    const { stdout } = await promisify(execFile)(nodeOf(place), ['lib/local/data/main.ts', 'end'], options);
    return stdout === 'ended\n';
  } catch (error) {
    signal.throwIfAborted();
    const said = plain((error as { stderr?: string }).stderr ?? '').trim();
    throw new Failure(said.replace(/^svc: /, '') || 'what is left here could not be ended', { code: 'stop_failed' });
  }
}

async function stopped(platform: LocalPlatform, globals: Globals, timeout: number, signal: AbortSignal): Promise<void> {
  try {
    process.kill(platform.pid, 'SIGTERM');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EPERM')
      throw new Failure(`process ${platform.pid} belongs to another user`, { exit: exits.denied, code: 'not_yours' });
  }
  const line = new StatusLine(globals.quiet === true);
  const end = Date.now() + timeout;
  try {
    while (isRunning(platform)) {
      if (Date.now() > end)
        throw new Failure(`process ${platform.pid} still runs after ${timeout / 1000} s`, {
          exit: exits.waited,
          code: 'wait_timed_out',
          hint: 'svc down again, or read its log',
        });
      line.show('the platform stops');
      await pause(interval, undefined, { signal });
    }
  } finally {
    line.clear();
  }
}
