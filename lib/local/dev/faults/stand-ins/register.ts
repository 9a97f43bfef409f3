import { registerHooks } from 'node:module';

/**
 * Modules of the layers by which a function reaches what may fail, and what stands before each on a laptop. What is
 * deployed has neither these files nor a place for them.
 */
const standIns = new Map(
  Object.entries({
    '#lib/drivers/mail/send.ts': './mail.ts',
    '#lib/drivers/webhooks/post.ts': './webhooks.ts',
    '#lib/store/platform/client.ts': './table.ts',
  }).map(([module, standIn]) => [import.meta.resolve(module), import.meta.resolve(standIn)]),
);

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
