import { afterAll, vi } from 'vitest';

/** The worker's first environment. A worker runs many files, which share its modules. */
const holder = globalThis as { pristineEnvironment?: NodeJS.ProcessEnv };
holder.pristineEnvironment ??= { ...process.env };
const pristine = holder.pristineEnvironment;

// A file must not find the settings, the clock or the spies of the file before it.
afterAll(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  for (const name of Object.keys(process.env)) if (!(name in pristine)) delete process.env[name];
  Object.assign(process.env, pristine);
});
