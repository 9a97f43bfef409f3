import { homedir } from 'node:os';
import { join } from 'node:path';
import { usage } from '#lib/cli/failure.ts';

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
  'SVC_PORT',
  'SVC_SAFE_DIRECTORY',
  'SVC_SAFE_USER',
  'SVC_SECRET_ACCESS_KEY',
  'SVC_TOKEN',
  'WAYLAND_DISPLAY',
  'XDG_CACHE_HOME',
  'XDG_CONFIG_HOME',
] as const;

/**
 * The value of a variable; undefined where it is not set. Refuses one of svc's own that is set and empty: a script
 * whose secret is missing must not continue with another login. Those of others are not set where they are empty.
 */
export function variable(name: (typeof names)[number]): string | undefined {
  const value = process.env[name];
  if (value?.trim() === '' && name.startsWith('SVC_')) throw usage(`${name}: is set and empty (a value, or not set)`);
  return value || undefined;
}

/** Refuses variables of svc that are set and empty, whether the command reads them or not. */
export function checkVariables(): void {
  for (const name of names) variable(name);
}

/** Whether SVC_OUTPUT asks for JSON; never refuses, since failures are told by it. */
export const wantsJson = (): boolean => /^jsonl?$/.test(process.env.SVC_OUTPUT ?? '');

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
