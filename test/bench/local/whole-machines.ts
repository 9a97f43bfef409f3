import { atMost, type Line, skipped } from '#test/bench/line.ts';
import { median } from '#test/bench/statistics.ts';
import { busyboxLayer, busyboxMissing } from '#test/lib/runtime/support/busybox.ts';
import { nodeRegistry } from '#test/lib/runtime/support/node-registry.ts';
import { ask, Client } from '#test/support/http/client.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
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

/** Launches from an image of a registry, which the host has by then. */
async function benchOwnImage(client: Client): Promise<Line[]> {
  const what = 'launch from an own image';
  if (busyboxMissing !== null) return [skipped(what, '≤ 350 ms', busyboxMissing)];
  const registry = await nodeRegistry();
  try {
    const source = { registry: registry.push('busybox', [busyboxLayer()]) };
    const { id } = await client.api.createImage({ body: { name: 'busybox', source }, wait: 25 });
    await eventually(async () => (await client.api.getImage({ id })).available);
    return await benchShell(client, { image_id: id, what });
  } finally {
    await registry.close();
  }
}

async function benchThem(dataDir: string): Promise<Line[]> {
  const platform = await npmStart(dataDir);
  try {
    const client = await Client.register(platform.baseUrl);
    const { driver } = (await ask(platform.baseUrl, '/healthz')).body.compute;
    if (driver !== 'container') return [skipped('launches, reboots and deletions', '', `the driver here is ${driver}`)];
    return [
      ...(await benchShell(client)),
      ...(await benchOwnImage(client)),
      ...(await benchReboot(client)),
      ...(await benchRemoval(platform, client)),
    ];
  } finally {
    await platform.stop();
  }
}
