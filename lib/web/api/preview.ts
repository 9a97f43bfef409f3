import { useEffect, useState } from 'react';
import { SvcError } from '#lib/client/error.ts';
import type { Args, DryRunId } from '#lib/client/methods.ts';
import type { DryRun } from '#lib/generated/client/schemas.ts';
import { client } from './client.ts';

/** What a change would do and cost, or why it would be refused. */
export interface Preview {
  readonly found?: DryRun;
  readonly refusal?: SvcError;
}

/** Milliseconds without a change of the form before it is tried. */
const settled = 350;

/** Tries a change that makes nothing, each time that its arguments have settled; nothing while they are undefined. */
export function usePreview<K extends DryRunId>(operation: K | undefined, args: Args<K> | undefined): Preview {
  const [preview, setPreview] = useState<Preview>({});
  const text = args && JSON.stringify(args);
  useEffect(() => {
    if (operation === undefined || text === undefined) return setPreview({});
    const abort = new AbortController();
    const timer = setTimeout(() => {
      tried(operation, JSON.parse(text), abort.signal).then(
        (next) => !abort.signal.aborted && setPreview(next),
        () => undefined,
      );
    }, settled);
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [operation, text]);
  return preview;
}

/** Tries one change, which makes nothing. Rejects with the signal's reason. */
export async function tried(operation: DryRunId, args: object, signal: AbortSignal): Promise<Preview> {
  const request = client.request as (operation: DryRunId, args: object) => Promise<{ body: DryRun }>;
  try {
    return { found: (await request(operation, { ...args, dryRun: true, signal })).body };
  } catch (failure) {
    if (failure instanceof SvcError) return { refusal: failure };
    throw failure;
  }
}
