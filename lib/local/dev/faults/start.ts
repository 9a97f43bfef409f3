import { setVariable } from '#lib/local/dev/variables.ts';
import { endpointAt } from '#lib/model/platform/endpoint.ts';
import { ApiError } from '#lib/model/platform/errors.ts';
import { type Fault, FaultBook } from './book.ts';
import { LaggingIndex } from './lagging-index.ts';
import { type FaultServer, startFaultServer } from './server.ts';

interface Options {
  /** What the paths of its sockets begin with. */
  readonly socketPath: string;
  /** The table's own endpoint and name, and whether the platform's own engine serves it. */
  readonly table: { readonly endpoint: string; readonly name: string; readonly isEmbedded: boolean };
  readonly stops: (() => unknown)[];
}

const isLag = ({ where, outcome }: Fault) => where === 'table' && outcome === 'lag';
const strikesTable = ({ where, outcome }: Fault) => where === 'table' && outcome !== 'lag';
const isAskedFor = ({ where }: Fault) => where === 'mail' || where === 'webhook';

/**
 * The platform's book of faults. While it has faults of mail, webhooks or the table, functions find in their
 * environment where to ask for them; otherwise nothing stands between them and what they reach.
 */
export function openFaults({ socketPath, table, stops }: Options): FaultBook {
  const book = new FaultBook();
  const lagging = new LaggingIndex({
    socketPath: `${socketPath}-lag`,
    book,
    endpoint: table.endpoint,
    table: table.name,
  });
  let server: FaultServer | undefined;
  let called = table.endpoint;
  stops.push(async () => {
    await server?.close();
    await lagging.close();
  });
  book.onAsked((faults) => {
    if (table.isEmbedded || !faults.some(isLag)) return;
    throw new ApiError('wrong_state', 'lag is of the embedded DynamoDB, and SVC_DYNAMODB_ENDPOINT names another');
  });
  book.onExchange(() => lagging.again());
  book.onChange(async () => {
    const faults = book.list();
    const lag = faults.find(isLag);
    await lagging.set(lag);
    called = lag ? lagging.endpoint : table.endpoint;
    setVariable('SVC_TABLE_LAG', lag && called);
    const [asks, passes] = [faults.some(isAskedFor), faults.some(strikesTable)];
    if (asks || passes) server ??= await startFaultServer({ socketPath, book, table: () => called });
    setVariable('SVC_FAULTS', asks ? socketPath : undefined);
    setVariable('SVC_TABLE_FAULTS', passes ? endpointAt(socketPath) : undefined);
  });
  return book;
}
