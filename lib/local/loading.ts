import Module, { createRequire, registerHooks } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(import.meta.url);

/**
 * Has serverless-offline's runner load functions as everything else here does (`load` of functions.ts): Node reads
 * TypeScript itself, so that platform and functions share one copy of each module. Its own loader brings tsx, and looks
 * for a function's file at every call. Leaves out @hapi/hapi too, a server that the runner makes and never starts.
 */
export function loadByNode(): void {
  const runner = require.resolve('serverless-offline/lambda');
  const loader = new URL('handler-runner/in-process-runner/aws-lambda-ric/UserFunction.js', pathToFileURL(runner)).href;
  const ours = import.meta.resolve('./functions.ts');
  registerHooks({
    resolve(specifier, context, next) {
      const found = next(specifier, context);
      return found.url === loader ? { ...found, url: ours, format: 'module-typescript' } : found;
    },
  });
  const path = createRequire(runner).resolve('@hapi/hapi');
  require.cache[path] = Object.assign(new Module(path), { exports: { Server: class {} }, loaded: true });
}
