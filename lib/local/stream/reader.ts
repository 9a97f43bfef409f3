import { createServer } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Functions } from '#lib/local/functions.ts';
import type { Log } from '#lib/local/log.ts';
import { type Follower, followerOf } from '#lib/model/platform/followed.ts';
import { Lane } from './lane.ts';

/** The laptop's replacement for the table's stream. */
export interface StreamReader {
  /** Runs `work` while no new mail is being sent. */
  apartFromMail<T>(work: () => Promise<T>): Promise<T>;
  /** Accepts no more keys, and waits until those that came have been dealt with. */
  close(): Promise<void>;
}

/**
 * How long keys wait for others, in milliseconds. A reader of the feed finds everything in it at once; only mails about
 * failures wait for the function. A launch makes several events in little time.
 */
const restMs: Readonly<Partial<Record<Follower, number>>> = { activity: 200 };

/**
 * Invokes the reader of the stream (`tableStream`) with the keys that functions write to the unix socket at `path`, as
 * Lambda does with those that the filters of lib/deploy/streams.yml let through.
 */
export async function openStream(functions: Functions, path: string, log: Log): Promise<StreamReader> {
  const read = (keys: readonly string[]) => invoke(functions, keys, log);
  const lanes = new Map<Follower, Lane>();
  const laneOf = (follower: Follower): Lane => {
    const lane = lanes.get(follower) ?? new Lane(read, restMs[follower]);
    lanes.set(follower, lane);
    return lane;
  };
  const take = (keys: readonly string[]) => {
    for (const key of keys) {
      const follower = followerOf(key);
      if (follower) laneOf(follower).add(key);
    }
  };
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    json(socket).then(
      (keys) => take(keys as string[]),
      () => undefined,
    );
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(path, resolve));
  return {
    apartFromMail: (work) => laneOf('mail').apart(work),
    async close() {
      server.close();
      await Promise.all([...lanes.values()].map((lane) => lane.apart(async () => undefined)));
    },
  };
}

/** What fails is done by the scheduled tasks. */
async function invoke(functions: Functions, keys: readonly string[], log: Log): Promise<void> {
  const arn = functions.arnOf('tableStream');
  const Records = keys.map((pk, at) => ({
    eventName: 'INSERT',
    dynamodb: { Keys: { pk: { S: pk } }, SequenceNumber: String(at) },
  }));
  if (arn === undefined) return;
  await functions
    .invoke(arn, { Records })
    .catch((error: Error) => log.warn(`the reader of the table's stream failed: ${error.message}`));
}
