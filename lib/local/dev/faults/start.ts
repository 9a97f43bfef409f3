import { setVariable } from '#lib/local/dev/variables.ts';
import { endpointAt } from '#lib/model/platform/endpoint.ts';
import { FaultBook } from './book.ts';
import { type FaultServer, startFaultServer } from './server.ts';

interface Options {
  readonly socketPath: string;
  /** The table's own endpoint. */
  readonly table: string;
  readonly stops: (() => unknown)[];
}

/**
 * The platform's book of faults. While it has faults of mail, webhooks or the table, functions find in their
 * environment where to ask for them; otherwise nothing stands between them and what they reach.
 */
export function openFaults({ socketPath, table, stops }: Options): FaultBook {
  const book = new FaultBook();
  let server: FaultServer | undefined;
  stops.push(() => server?.close());
  book.onChange(async () => {
    const armed = book.armed();
    const [asks, passes] = [armed.includes('mail') || armed.includes('webhook'), armed.includes('table')];
    if (asks || passes) server ??= await startFaultServer({ socketPath, book, table });
    setVariable('SVC_FAULTS', asks ? socketPath : undefined);
    setVariable('SVC_TABLE_FAULTS', passes ? endpointAt(socketPath) : undefined);
  });
  return book;
}
