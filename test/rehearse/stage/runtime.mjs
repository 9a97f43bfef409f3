import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/*
 * A program: runs handlers from the folder that it is given, and knows nothing but its environment. A message is
 * {id, handler, event, context}; the reply is {id, result} or {id, error: {name, message}}.
 */

const folder = process.argv[2] ?? '';

/** @param {string} handler */
async function load(handler) {
  const dot = handler.lastIndexOf('.');
  const module = await import(pathToFileURL(join(folder, `${handler.slice(0, dot)}.mjs`)).href);
  return module[handler.slice(dot + 1)];
}

process.on('message', async (/** @type {any} */ { id, handler, event, context }) => {
  try {
    const run = await load(handler);
    const result = await run(event, { ...context, getRemainingTimeInMillis: () => context.deadline - Date.now() });
    process.send?.({ id, result: result ?? null });
  } catch (/** @type {any} */ error) {
    process.send?.({ id, error: { name: error?.name ?? 'Error', message: String(error?.message ?? error) } });
  }
});
process.on('disconnect', () => process.exit(0));
