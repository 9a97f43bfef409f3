import { expect } from 'vitest';
import type { Answer, Ask } from '#test/support/http/client.ts';
import { eventually } from '#test/support/vitest/eventually.ts';
import { faultsIn, scan } from './books.ts';
import { KillingDatabase, type Side } from './proxy.ts';
import { KeyedRequests, repeat, type Sent } from './requests.ts';
import { CrashSite, leftBehind } from './site.ts';

/** More writes than any operation makes. An operation that never ends is given up after these. */
const MOST_WRITES = 60;

/** A platform on a table that can kill it at any write. */
export interface CrashPoints {
  readonly site: CrashSite;
  /** What does not agree in the books, or is not done yet. */
  faults(): Promise<string[]>;
  /** Sends a request and kills everything at its n-th write. False when it ends before that. */
  killAt(n: number, side: Side, send: (requests: KeyedRequests) => Sent): Promise<boolean>;
  /**
   * Kills at the n-th write of one keyed request. Answers whether it killed, and the reply to the repeated request once
   * everything has settled.
   */
  strike(n: number, side: Side, path: string, given: Ask): Promise<{ killed: boolean; again: Answer | undefined }>;
  /**
   * Kills at each write in turn, until a run ends without a kill, and checks the books each time. Answers how often it
   * killed.
   */
  everyPoint(once: (n: number, side: Side) => Promise<boolean>): Promise<number>;
  close(): Promise<void>;
}

/** Opens such a platform with the container driver. */
export async function openCrashPoints(): Promise<CrashPoints> {
  const database = await KillingDatabase.start();
  const site = await CrashSite.open({ SVC_COMPUTE: 'container', SVC_DYNAMODB_ENDPOINT: database.endpoint });
  const faults = async () => faultsIn(await scan(database.engine.endpoint));
  const killAt: CrashPoints['killAt'] = async (n, side, send) => {
    const requests = new KeyedRequests();
    const { pid } = site.platform;
    let killed = false;
    database.arm(n, side, () => {
      killed = process.kill(pid, 'SIGKILL');
    });
    const sent = send(requests);
    // The table is read directly: every request to the platform makes writes of its own.
    await eventually(async () => killed || (sent.reply !== undefined && (await faults()).length === 0));
    if (!killed) {
      database.disarm();
      return false;
    }
    await site.crash();
    await requests.ended();
    database.disarm();
    await expect.poll(() => leftBehind(site.dataDir)).toEqual([]);
    await site.restart();
    await site.settled();
    return true;
  };
  return {
    site,
    faults,
    killAt,
    strike: async (n, side, path, given) => {
      const { baseUrl, token } = site.client;
      const request: { sent?: Sent } = {};
      const killed = await killAt(n, side, (requests) => {
        request.sent = requests.send(baseUrl, path, { ...given, token });
        return request.sent;
      });
      const again = await repeat(baseUrl, request.sent as Sent);
      await expect.poll(faults).toEqual([]);
      return { killed, again };
    },
    everyPoint: async (once) => {
      let points = 0;
      for (const side of ['before', 'after'] as const) {
        for (let n = 1; n <= MOST_WRITES && (await once(n, side)); n++) {
          // All the points of a file take longer than a token is valid.
          site.client.token = (await site.client.again()).token;
          await expect.poll(faults).toEqual([]);
          points++;
        }
      }
      return points;
    },
    close: async () => {
      await site.stop();
      site.remove();
      await database.stop();
    },
  };
}
