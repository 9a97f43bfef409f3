import { info, type Line, skipped } from '#test/bench/line.ts';
import { median, timed } from '#test/bench/statistics.ts';
import { ask, Client } from '#test/support/http/client.ts';
import { benchConsole } from './console.ts';
import { benchFirewall } from './firewall.ts';
import { benchIdle } from './idle.ts';
import { benchMachines } from './machines.ts';
import { benchNames } from './names.ts';
import { benchNeighbours } from './neighbours.ts';
import { npmStart, type Started } from './platform.ts';
import { benchVolumes } from './volumes.ts';

const accounts = 5;

/** What a user of one laptop meets: `npm start` on an empty data folder, and the platform that it brings up. */
export async function benchLocal(): Promise<Line[]> {
  const platform = await npmStart();
  try {
    // Starts with the image made before have their bound in whole-machines.ts.
    const first = info(
      'ready after the first npm start, which makes the image',
      `${(platform.readyMs / 1000).toFixed(1)} s`,
    );
    return [first, ...(await benchRunning(platform))];
  } finally {
    await platform.stop();
  }
}

async function benchRunning(platform: Started): Promise<Line[]> {
  const { baseUrl } = platform;
  const lines = await benchIdle(platform);
  const clients: Client[] = [];
  const signUps: number[] = [];
  const signIns: number[] = [];
  for (let i = 0; i < accounts; i++) {
    signUps.push(await timed(async () => clients.push(await Client.register(baseUrl))));
    signIns.push(await timed(async () => clients[i]?.again()));
  }
  lines.push(info('sign-up, sign-in', `${median(signUps).toFixed(0)} ms, ${median(signIns).toFixed(0)} ms`));
  const { driver } = (await ask(baseUrl, '/healthz')).body.compute;
  if (driver !== 'container') {
    return [...lines, skipped('machines on container', '', `the driver here is ${driver}`)];
  }
  lines.push(...(await benchConsole(clients[0]!)));
  lines.push(...(await benchFirewall(clients[0]!)));
  lines.push(...(await benchNames(clients[0]!)));
  lines.push(...(await benchVolumes(clients[0]!)));
  lines.push(...(await benchNeighbours(clients[0]!, clients[1]!)));
  lines.push(...(await benchMachines(platform, clients)));
  return lines;
}
