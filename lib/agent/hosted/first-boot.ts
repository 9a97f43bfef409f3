import { spawn } from 'node:child_process';
import type { Guest } from './backend.ts';

/** $SVC_ROOT is the machine's root folder where that is not `/`. */
const KEEP = 'umask 077 && mkdir -p "$SVC_ROOT/var/lib/svc" && cat > "$SVC_ROOT/var/lib/svc/user-data"';
const RUN = [
  'chmod 700 "$SVC_ROOT/var/lib/svc/user-data"',
  'mkdir -p "$SVC_ROOT/var/log"',
  'umask 022',
  'exec "$SVC_ROOT/var/lib/svc/user-data" >"$SVC_ROOT/var/log/user-data.log" 2>&1 </dev/null',
].join(' && ');

/** Keeps user data in the machine and, where it is a script, runs it there as root; does not wait for the script's end. */
export async function runUserData(guest: Guest, userData: string): Promise<void> {
  const command = userData.startsWith('#!') ? `${KEEP} && ${RUN}` : KEEP;
  const launch = guest.launch({ user: 'root', command, tty: false, env: {} });
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
