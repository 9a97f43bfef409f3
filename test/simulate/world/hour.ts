import type { World } from './world.ts';

/**
 * When the hour that is simulated begins, in seconds of a day of UTC: five minutes to two at night in India. From two
 * on, ledgers are compared and backups are taken, over 50 minutes.
 */
const begin = 20 * 3600 + 25 * 60;
const day = 86_400;
/** Seconds of the greatest pace that all that hosts do by the clock are multiples of. */
const step = 10;

/** Minutes before the hour in which what the jump to it left is done. */
const before = 4;

/** Goes on to shortly before the next such hour, and to it. What is done meanwhile is not the hour's. */
export async function comeToHour(world: World): Promise<void> {
  const seconds = Math.floor(world.clock.now.getTime() / 1000) % day;
  const due = (begin - before * 60 - seconds + day) % day;
  world.clock.advance(due);
  for (let minute = 0; minute < before; minute++) {
    // The hosts first: after the jump they were not heard for long.
    await passMinute(world, () => true, ['hosts', 'schedules']);
  }
}

/** Simulates an hour in which customers ask nothing: hosts, and every schedule when it is due. */
export async function simulateHour(world: World): Promise<void> {
  for (let minute = 0; minute < 60; minute++) {
    world.ledger.minute = minute;
    await passMinute(world, (every) => (minute * 60) % every === 0);
  }
  world.ledger.minute = 0;
}

/** What runs in a minute, in this order. */
type Part = 'schedules' | 'hosts';

/** Lets a minute pass. Of the schedules those run whose period is due. */
export async function passMinute(
  world: World,
  isDue: (every: number) => boolean,
  parts: readonly Part[] = ['schedules', 'hosts'],
  cause?: string,
): Promise<void> {
  for (const part of parts) {
    if (part === 'hosts') await hosts(world);
    else for (const schedule of world.schedules) if (isDue(schedule.every)) await world.schedule(schedule, cause);
  }
}

async function hosts(world: World): Promise<void> {
  const { ledger, clock } = world;
  const cause = ledger.cause;
  for (let at = 0; at < 60; at += step) {
    // Operations may have moved the clock by seconds.
    const second = Math.floor(clock.now.getTime() / 1000 / step) * step;
    for (const agent of world.agents)
      await agent.tick(second, (name) => {
        ledger.cause = name;
      });
    await world.settle();
    clock.advance(step);
  }
  ledger.cause = cause;
}
