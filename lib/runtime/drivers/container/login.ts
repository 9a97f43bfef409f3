import type { Launch, Login } from '#lib/runtime/launch.ts';
import { launcher } from '#lib/runtime/launcher/launcher.ts';
import { findTool } from '#lib/runtime/system/tools.ts';
import { type Door, doorSettings } from './enter.ts';
import { PROCESS_LIMITS } from './limits.ts';

const GUEST_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const SHELL = findTool('bash') ? '/bin/bash' : '/bin/sh';
/** Makes a terminal inside the machine. On the host's terminal, which a machine cannot see, `tty` says "not a tty". */
const TERMINAL = findTool('script') !== null;

/** The program of a login inside a machine: a clean environment, the home folder, and a shell that runs the command. */
export function launchLogin(door: Door, login: Login, home: string, cpus: readonly string[]): Launch {
  const env = { HOME: home, USER: login.user, LOGNAME: login.user, SHELL, PATH: GUEST_PATH, ...login.env };
  const pairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return launcher('login', { ...doorSettings(door), home, cpus, limit: PROCESS_LIMITS, env: pairs }, program(login));
}

function program({ command, tty }: Login): readonly string[] {
  if (command !== null && typeof command !== 'string') return command;
  if (tty && TERMINAL) return ['script', '-qefc', command ?? `exec ${SHELL} -l`, '/dev/null'];
  return command === null ? [SHELL, '-l'] : [SHELL, '-c', command];
}
