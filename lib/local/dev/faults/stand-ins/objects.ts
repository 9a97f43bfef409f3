import * as usual from '#lib/drivers/objects/embedded/engine.ts';
import { engineBy, type ObjectEngine } from '#lib/drivers/objects/engine.ts';
import { engineBehind } from '#lib/local/objects/admin-server.ts';

/** The embedded engine, which is called without its socket where it is in this process. */
export function embeddedEngine(...where: Parameters<typeof usual.embeddedEngine>): ObjectEngine {
  const bySocket = usual.embeddedEngine(...where);
  const [{ socketPath }] = where;
  return engineBy(bySocket, async (name, args) => {
    const engine = engineBehind(socketPath) ?? bySocket;
    return (engine[name] as (...args: readonly unknown[]) => Promise<unknown>)(...args);
  });
}
