import { join } from 'node:path';
import type { DataDir } from '#lib/local/data/data-dir.ts';
import { GATEWAY_EVENTS } from '#lib/local/front/admit.ts';
import type { Log } from '#lib/local/log.ts';
import type { Settings } from '#lib/local/settings.ts';
import { type LocalGateway, startGateway } from './start.ts';

/** Starts the gateway of a platform: it keeps its book in the data folder, and sends its webhooks to the API. */
export async function openGateway(
  { port }: Settings,
  data: DataDir,
  stops: (() => unknown)[],
  { socketDir, log }: { socketDir: string; log: Log },
): Promise<LocalGateway> {
  const gateway = await startGateway({
    dir: data.file('gateway'),
    keyFile: data.file('keys/gateway.json'),
    socketPath: join(socketDir, 'gateway'),
    webhookUrl: `http://127.0.0.1:${port}${GATEWAY_EVENTS}`,
    log,
  });
  stops.push(() => gateway.close());
  return gateway;
}
