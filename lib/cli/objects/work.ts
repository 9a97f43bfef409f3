import type { Session } from '#lib/cli/run/session.ts';
import type { Args } from '#lib/client/methods.ts';
import type { Wire } from './bytes.ts';
import { Lanes } from './lanes.ts';
import type { Place } from './place.ts';
import { Progress } from './progress.ts';

/** Connections that carry bytes at the same time. */
export const connections = 4;

/** What all copies of one command share. */
export interface Work {
  readonly session: Session;
  readonly wire: Wire;
  readonly lanes: Lanes;
  readonly progress: Progress;
}

/** What the copies of a command share. */
export function workOf(session: Session): Work {
  const { globals, signal } = session;
  return {
    session,
    wire: { signal, debug: globals.debug === true, endpoint: session.settings.endpoint },
    lanes: new Lanes(connections),
    progress: new Progress(globals.quiet === true),
  };
}

/** Something that is copied from now on until this signal is aborted, too. */
export const until = (work: Work, signal: AbortSignal): Work => ({ ...work, wire: { ...work.wire, signal } });

/** Seconds for which the address of one request is good. */
const goodFor = 3600;

type Operation = Args<'createPresignedUrl'>['body'];

/** An address for one request for an object. */
export async function presigned(
  { session }: Pick<Work, 'session'>,
  { bucket, key }: Place,
  operation: Operation['operation'],
  more: Partial<Operation> = {},
): Promise<{ url: string; headers: Readonly<Record<string, string>> }> {
  const body = { expires_in: goodFor, ...more, operation, key };
  return session.typed.ask('createPresignedUrl', { name: bucket, body });
}
