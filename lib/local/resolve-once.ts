import { registerHooks } from 'node:module';

/**
 * Remembers where `file:` URLs lead. serverless-offline imports a function's file anew for every request, and the loader
 * that it has registered by then looks for that file each time, which takes longer than many a function.
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
