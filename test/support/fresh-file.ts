import { afterAll, vi } from 'vitest';

/** The environment as the worker was given it; a worker runs many files, which share its modules. */
const holder = globalThis as { pristineEnvironment?: NodeJS.ProcessEnv };
holder.pristineEnvironment ??= { ...process.env };
const pristine = holder.pristineEnvironment;

// No file finds the settings, the clock or the spies of the one before it.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in pristine)) delete process.env[name];
  Object.assign(process.env, pristine);
});
