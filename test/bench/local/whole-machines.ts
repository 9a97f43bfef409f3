import { atMost, type Line, skipped } from '#test/bench/line.ts';
import { median } from '#test/bench/statistics.ts';
import { ask, Client } from '#test/support/http/client.ts';
import { newDataDir, npmStart, removeDataDir } from './platform.ts';
import { benchReboot } from './reboot.ts';
import { benchRemoval } from './removal.ts';
import { benchShell } from './shell.ts';

const starts = 3;

/**
 * What machines with users cost whose image has been made before: the start of their platform, launches, reboots, and
 * the end of a large disk.
 */
export async function benchWholeMachines(): Promise<Line[]> {
  const dataDir = await newDataDir();
  try {
    const ready: number[] = [];
    for (let i = 0; i < starts; i++) {
      const platform = await npmStart(dataDir);
      // The first start makes the image.
      if (i > 0) ready.push(platform.readyMs / 1000);
      await platform.stop();
    }
    const started = atMost('ready after npm start, image made before', 4, { value: median(ready), unit: 's' });
    return [started, ...(await benchThem(dataDir))];
  } finally {
    await removeDataDir(dataDir);
  }
}

async function benchThem(dataDir: string): Promise<Line[]> {
  const platform = await npmStart(dataDir);
  try {
    const client = await Client.register(platform.baseUrl);
    const { driver } = (await ask(platform.baseUrl, '/healthz')).body.compute;
    if (driver !== 'container') return [skipped('launches, reboots and deletions', '', `the driver here is ${driver}`)];
    return [...(await benchShell(client)), ...(await benchReboot(client)), ...(await benchRemoval(platform, client))];
  } finally {
    await platform.stop();
  }
}
