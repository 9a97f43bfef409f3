import { spawn } from 'node:child_process';
import type { Launch, Login } from '#lib/runtime/launch.ts';

/**
 * Shell command that stores user data from standard input. $SVC_ROOT is the machine's root folder when that is not `/`.
 */
export const KEEP_USER_DATA =
  'umask 077 && mkdir -p "$SVC_ROOT/var/lib/svc" && cat > "$SVC_ROOT/var/lib/svc/user-data"';
/** Shell command that runs the stored user data as a script. */
export const RUN_USER_DATA = [
  'chmod 700 "$SVC_ROOT/var/lib/svc/user-data"',
  'mkdir -p "$SVC_ROOT/var/log"',
  'umask 022',
  'exec "$SVC_ROOT/var/lib/svc/user-data" >"$SVC_ROOT/var/log/user-data.log" 2>&1 </dev/null',
].join(' && ');

/** Stores user data in the machine. Runs it there as root if it is a script, without waiting for its end. */
export async function runUserData(enter: (login: Login) => Launch, userData: string): Promise<void> {
  const command = userData.startsWith('#!') ? `${KEEP_USER_DATA} && ${RUN_USER_DATA}` : KEEP_USER_DATA;
  const launch = enter({ user: 'root', command, tty: false, env: {} });
  const child = spawn(launch.file, launch.args, {
    cwd: launch.cwd,
    env: launch.env,
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  await new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.stdin?.once('error', () => resolve());
    child.stdin?.end(userData, () => resolve());
  });
}
