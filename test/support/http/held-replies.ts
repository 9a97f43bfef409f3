import { onTestFinished } from 'vitest';
import { handler as list } from '#functions/auth/activity/list.ts';
import { handler as createVpc } from '#functions/compute/vpcs/create.ts';
import { computer, useTime } from '#lib/drivers/clocks/real.ts';
import { call, type Reply } from '#lib/testing/functions/call.ts';

/** What a test knows of the pauses of held replies: how long each is, in milliseconds, and how they end. */
export interface Pauses {
  readonly lengths: readonly number[];
  /** Ends the pauses, and those that follow. */
  end(): void;
}

/** Has held replies pause until the test ends their pauses, so that nothing depends on time. */
export function pausesOfReplies(): Pauses {
  const lengths: number[] = [];
  const gate = Promise.withResolvers<void>();
  const pause = (milliseconds: number) => {
    lengths.push(milliseconds);
    return gate.promise;
  };
  useTime({ ...computer, pause });
  onTestFinished(() => {
    useTime();
    gate.resolve();
  });
  return { lengths, end: gate.resolve };
}

/** The id of the last event of an account, after which nothing has happened. */
export const lastEvent = async (bearer: string): Promise<string> =>
  (await call(list, { bearer })).body.events.at(-1)?.id ?? '';

/** Asks for what happens after an event, and is ready to wait for it. */
export const followed = (bearer: string, after: string): Promise<Reply> =>
  call(list, { bearer, query: { after }, headers: { prefer: 'wait=20' } });

/** Has something happen in an account. */
export const happens = (bearer: string): Promise<Reply> =>
  call(createVpc, { bearer, body: { name: `net-${crypto.randomUUID().slice(0, 8)}` } });
