import { homedir } from 'node:os';
import { join } from 'node:path';

/** The environment variables that the command line reads, beside those of terminals. */
const names = [
  'BROWSER',
  'DISPLAY',
  'SVC_ACCESS_KEY_ID',
  'SVC_CONFIG_DIR',
  'SVC_CONTEXT',
  'SVC_DATA_DIR',
  'SVC_ENDPOINT',
  'SVC_OUTPUT',
  'SVC_SECRET_ACCESS_KEY',
  'SVC_TOKEN',
  'WAYLAND_DISPLAY',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
] as const;

/** The value of a variable; undefined where it is not set, or empty. */
export function variable(name: (typeof names)[number]): string | undefined {
  return process.env[name] || undefined;
}

/** What a terminal's user says about it. */
export function terminal(): { NO_COLOR?: string; FORCE_COLOR?: string; TERM?: string; CI?: string; SHELL?: string } {
  const { NO_COLOR, FORCE_COLOR, TERM, CI, SHELL } = process.env;
  return Object.fromEntries(
    Object.entries({ NO_COLOR, FORCE_COLOR, TERM, CI, SHELL }).filter(([, value]) => value !== undefined),
  );
}

/** The folder of contexts, SSH keys and known hosts. */
export function configDir(): string {
  return variable('SVC_CONFIG_DIR') ?? join(variable('XDG_CONFIG_HOME') ?? join(homedir(), '.config'), 'svc');
}

/** The folder of what may be lost. */
export function cacheDir(): string {
  return join(variable('XDG_CACHE_HOME') ?? join(homedir(), '.cache'), 'svc');
}
