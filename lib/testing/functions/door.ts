import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkoutOf } from '#lib/testing/checkout.ts';

/*
 * The door of the packed svc-testing: what `index.ts` exports, from the checkout, since handlers run with the edge, the
 * table's definition and the engine that are there. Its declarations are those of `index.ts`.
 */

const checkout = checkoutOf();
if (!process.features.typescript) {
  throw new Error(
    `svc-testing/functions needs a Node that runs TypeScript, such as ${checkout}/node_modules/.bin/node`,
  );
}
const loaded: typeof import('./index.ts') = await import(
  pathToFileURL(join(checkout, 'lib/testing/functions/index.ts')).href
);

export const { accessKey, allItems, call, eventOf, iamUser, mailsTo, openWorld, signed, signedUp, verified } = loaded;
