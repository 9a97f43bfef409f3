import Module, { createRequire } from 'node:module';

/**
 * Leaves out what serverless-offline's runner loads and never uses here. Node reads TypeScript itself, so that platform
 * and functions share one copy of each module, where tsx would load a second one. The server of @hapi/hapi is made by
 * the runner and never started.
 */
export function leaveOut(): void {
  const require = createRequire(createRequire(import.meta.url).resolve('serverless-offline/lambda'));
  const exports = { register: () => undefined, require: () => undefined, Server: class {} };
  for (const name of ['tsx/esm/api', 'tsx/cjs/api', '@hapi/hapi']) {
    const path = require.resolve(name);
    require.cache[path] = Object.assign(new Module(path), { exports, loaded: true });
  }
}
