import type { IncomingMessage } from 'node:http';
import type { StateKeeper } from '#lib/local/state/keeper.ts';
import { type Methods, readOptionalFields } from './body.ts';

const AT = /^\/dev\/state\/([^/]+)(\/load)?$/;

/** The routes of /dev/state and /dev/reset at this path; undefined where there are none. */
export function stateRoutes(states: StateKeeper): (path: string) => Methods | undefined {
  const bodiless = (act: () => object | Promise<object>) => async (req: IncomingMessage) => {
    await readOptionalFields(req, []);
    return act();
  };
  return (path) => {
    if (path === '/dev/state') return { GET: () => ({ states: states.list() }) };
    if (path === '/dev/reset') return { POST: bodiless(() => states.reset()) };
    const [, name = '', load] = AT.exec(path) ?? [];
    if (name === '') return undefined;
    if (load !== undefined) return { POST: bodiless(() => states.load(name)) };
    return { POST: bodiless(() => states.save(name)), DELETE: bodiless(() => states.remove(name)) };
  };
}
