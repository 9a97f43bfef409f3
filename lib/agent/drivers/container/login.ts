import type { Login } from '#lib/agent/hosted/backend.ts';
import { findTool } from '#lib/agent/hosted/tools.ts';

const GUEST_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const SHELL = findTool('bash') ? '/bin/bash' : '/bin/sh';
/** It makes a terminal inside: on the host's, which a machine cannot see, `tty` says "not a tty". */
const TERMINAL = findTool('script') !== null;

/** The program of a login inside a machine: a clean environment, the home folder, and a shell around what was asked for. */
export function shellArguments(login: Login, home: string): string[] {
  const env = { HOME: home, USER: login.user, LOGNAME: login.user, SHELL, PATH: GUEST_PATH, ...login.env };
  const pairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return ['env', '-i', ...pairs, 'sh', '-c', 'cd "$HOME" 2>/dev/null || cd /; exec "$@"', 'sh', ...program(login)];
}

function program({ command, tty }: Login): string[] {
  if (tty && TERMINAL) return ['script', '-qefc', command ?? `exec ${SHELL} -l`, '/dev/null'];
  return command === null ? [SHELL, '-l'] : [SHELL, '-c', command];
}
