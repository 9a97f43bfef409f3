import { registerHooks } from 'node:module';

/**
 * Caches the resolution of `file:` URLs. serverless-offline imports a function's file anew for every request, and the
 * loader that it registers searches for that file each time, which takes longer than many functions.
 */
export function resolveOnce(): void {
  const known = new Map<string, ReturnType<Parameters<typeof registerHooks>[0]['resolve'] & object>>();
  registerHooks({
    resolve(specifier, context, next) {
      if (!specifier.startsWith('file:')) return next(specifier, context);
      const found = known.get(specifier) ?? next(specifier, context);
      known.set(specifier, found);
      return { ...found, shortCircuit: true };
    },
  });
}
