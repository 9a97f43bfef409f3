import { registerHooks } from 'node:module';

/**
 * Modules of the layers by which a function reaches what may fail, or what is in its own process on a laptop, and what
 * stands before each there. What is deployed has neither these files nor a place for them.
 */
const standIns = new Map([
  [import.meta.resolve('#lib/drivers/mail/send.ts'), import.meta.resolve('./mail.ts')],
  [import.meta.resolve('#lib/drivers/objects/embedded/engine.ts'), import.meta.resolve('./objects.ts')],
  [import.meta.resolve('#lib/drivers/workflows/start.ts'), import.meta.resolve('./workflows.ts')],
  [import.meta.resolve('#lib/drivers/webhooks/post.ts'), import.meta.resolve('./webhooks.ts')],
  [import.meta.resolve('#lib/store/platform/client.ts'), import.meta.resolve('./table.ts')],
]);

/** From now on whoever imports one of these modules gets its stand-in, which imports the module itself. */
export function registerStandIns(): void {
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      const standIn = standIns.get(found.url);
      return standIn === undefined || context.parentURL === standIn ? found : { ...found, url: standIn };
    },
  });
}
