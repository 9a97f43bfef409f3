import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { FirstBoot } from '#lib/model/compute/first-boot.ts';
import { entrance, type Guest } from '#lib/runtime/backend.ts';
import { followConsole } from '#lib/runtime/console-log/follow.ts';
import type { ConsoleLog } from '#lib/runtime/console-log/log.ts';
import type { Launch, Login } from '#lib/runtime/launch.ts';
import { ignore } from '#lib/runtime/system/errors.ts';
import type { MachineRecord } from './record.ts';

/** Milliseconds within which the end of a machine follows the ends of its processes. */
const SETTLING_MS = 250;

/** What became of user data that a crash or a power-off has cut short. */
export const INTERRUPTED: FirstBoot = { state: 'failed', exit_code: null };

/**
 * Shell command that stores user data from standard input. $SVC_ROOT is the machine's root folder when that is not `/`.
 */
export const KEEP_USER_DATA =
  'umask 077 && mkdir -p "$SVC_ROOT/var/lib/svc" && cat > "$SVC_ROOT/var/lib/svc/user-data"';

/** Shell command that stores, from standard input, what is run in place of user data. */
const KEEP_SCRIPT = 'umask 077 && cat > "$SVC_ROOT/var/lib/svc/first-boot"';

/** Shell command that runs a stored file as a script, and keeps what it writes in the log alone. */
export const RUN_USER_DATA = [
  'chmod 700 "$SVC_ROOT/var/lib/svc/user-data"',
  'mkdir -p "$SVC_ROOT/var/log"',
  'umask 022',
  'exec "$SVC_ROOT/var/lib/svc/user-data" >"$SVC_ROOT/var/log/user-data.log" 2>&1 </dev/null',
].join(' && ');

/**
 * Where the machine's init is process 1, the script's output goes to the machine's console, in whole lines since others
 * write there too, and its code to the host as a word of init's: so both outlive the host's runtime.
 */
const TO_INIT = `
told=
lines() { cat; }
if [ -z "$SVC_ROOT" ] && (: >/proc/1/fd/1 && : >/proc/1/fd/3) 2>/dev/null; then
  exec >/proc/1/fd/1
  told=yes
  lines() {
    if echo | sed -u "" >/dev/null 2>&1; then sed -u ""; else while IFS= read -r line; do printf '%s\\n' "$line"; done; fi
    [ -z "$(tail -c 1 "$log")" ] || echo
  }
fi`.trim();

/**
 * Shell command that runs a stored file, and writes its output to the log and to the console. It ends with the file's
 * own code at once, although programs that the file has left running go on to write.
 */
const follow = (name: string) => `
cd "$SVC_ROOT/var/lib/svc" && chmod 700 ${name} && mkdir -p "$SVC_ROOT/var/log" && rm -f output && mkfifo -m 600 output || exit
log=$SVC_ROOT/var/log/user-data.log
${TO_INIT}
tee "$log" <output | lines &
file=$PWD/${name}
exec 4>output
rm output
umask 022
cd "\${SVC_ROOT:-/}" && "$file" >&4 2>&1 4>&- </dev/null
code=$?
[ -z "$told" ] || echo "script $code" >/proc/1/fd/3
exit $code`;

/** What a machine's first boot runs: user data that is a script, or the script that its cloud-config was made into. */
export const scriptOf = ({ spec }: Pick<MachineRecord, 'spec'>): string | null =>
  spec.first_boot ?? (spec.user_data?.startsWith('#!') ? spec.user_data : null);

/** What the first boot takes from its machine. */
export interface FirstBootHands extends Pick<Guest, 'script'> {
  enter(login: Login): Launch;
  /** Takes what the script writes. */
  console(output: Readable): unknown;
}

/**
 * Stores user data in the machine, and runs there as root what it stands for. Resolves when it is stored, and `ended`
 * with how the script ended; null without one. A script that cannot be started has failed.
 */
export async function runUserData(
  record: MachineRecord,
  { enter, console, script }: FirstBootHands,
): Promise<{ readonly ended: Promise<FirstBoot> | null }> {
  const { spec, user } = record;
  const begin = (command: string) => start(enter({ user: 'root', command, tty: false, env: { IMAGE_USER: user } }));
  const keep = async (command: string, text: string) => {
    const child = begin(command);
    child.stdout?.resume();
    const ended = endOf(child);
    child.stdin?.end(text);
    await ended;
  };
  await keep(KEEP_USER_DATA, spec.user_data ?? '');
  if (scriptOf(record) === null) return { ended: null };
  if (spec.first_boot) await keep(KEEP_SCRIPT, spec.first_boot);
  const child = begin(follow(spec.first_boot ? 'first-boot' : 'user-data'));
  child.stdin?.end();
  script?.begun();
  if (child.stdout) console(child.stdout);
  return { ended: endOf(child) };
}

/** How a script ends that an earlier runtime has started; null where none has begun, or it ended untold. */
export async function followUserData({ script }: Pick<Guest, 'script'>): Promise<FirstBoot> {
  const code = script?.isBegun ? await script.ended : null;
  if (code === null) return INTERRUPTED;
  return code === 0 ? { state: 'finished' } : { state: 'failed', exit_code: code };
}

function start({ file, args, cwd, env }: Launch): ChildProcess {
  const child = spawn(file, args, { cwd, env, detached: true, stdio: ['pipe', 'pipe', 'ignore'] });
  // A program may end without reading its input.
  child.stdin?.on('error', ignore);
  return child;
}

async function endOf(child: ChildProcess): Promise<FirstBoot> {
  try {
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (code === 0) return { state: 'finished' };
    return { state: 'failed', exit_code: code ?? 128 + (signal ? constants.signals[signal] : 0) };
  } catch {
    return { state: 'failed', exit_code: 127 };
  }
}

/** Starts a machine's user data, if it has any. `ended` is null where the guest does that by itself, too. */
export async function startUserData(
  record: MachineRecord,
  guest: Guest,
  consoleLog: ConsoleLog,
): ReturnType<typeof runUserData> {
  const { user_data } = record.spec;
  if (!user_data) return { ended: null };
  if (guest.ssh) {
    await guest.ssh.firstBoot(user_data);
    return { ended: null };
  }
  const console = (output: Readable) => followConsole(output, consoleLog);
  return runUserData(record, { ...(guest.script && { script: guest.script }), enter: entrance(guest), console });
}

/**
 * How a script ended that a machine's first boot ran: a failure by which the machine went down was an interruption.
 * `isUp` says whether the machine goes on, and `ended` resolves when it has ended.
 */
export async function judge(
  script: Promise<FirstBoot>,
  ended: Promise<unknown>,
  isUp: () => boolean,
): Promise<FirstBoot> {
  const how = await script;
  if (how.state !== 'failed') return how;
  // A script that was killed may have been so with its machine, whose end is heard of a little later.
  if ((how.exit_code ?? 0) > 128) await Promise.race([ended, wait(SETTLING_MS)]);
  return isUp() ? how : { ...how, exit_code: null };
}
