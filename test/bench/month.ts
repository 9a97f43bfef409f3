import { Client } from '#test/support/http/client.ts';
import { advance } from '#test/support/platform/dev-clock.ts';
import { startPlatform } from '#test/support/platform/platform.ts';
import { atMost, type Line } from './line.ts';

const days = 30;
const machines = 3;

/** A month on the clock of a platform with one account of a few running machines, which are charged every hour. */
export async function benchMonth(): Promise<Line[]> {
  const platform = await startPlatform({ env: { SVC_COMPUTE: 'simulated', SVC_TIME_SCALE: '0' } });
  try {
    const client = await Client.register(platform.baseUrl);
    for (let at = 0; at < machines; at++) await client.launch({ name: `month-${at}` });
    const began = performance.now();
    await advance(platform.baseUrl, days * 86_400);
    const value = (performance.now() - began) / 1000;
    return [atMost(`${days} days on the clock, one account, ${machines} machines`, 20, { value, unit: 's' })];
  } finally {
    await platform.stop();
  }
}
