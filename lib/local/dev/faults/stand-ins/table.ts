import { straightTo } from '#lib/local/dynamodb/straight.ts';
import { noteTableCall } from '#lib/local/schedules/table-watch.ts';
import { socketOf } from '#lib/model/platform/endpoint.ts';
import { setting } from '#lib/model/platform/settings.ts';
import * as usual from '#lib/store/platform/client.ts';

export const { tableName, clientAt } = usual;

type Client = ReturnType<typeof usual.documents>;

/**
 * The table's client; while faults of the table are set, one whose calls pass through them. Its calls are noted for the
 * scheduled tasks.
 */
export function documents(): Client {
  const faulty = setting('SVC_TABLE_FAULTS');
  // A fault strikes each call that is sent, so that the SDK's own must be the only ones.
  return noted(faulty ? usual.clientAt(faulty) : straight(usual.documents(), setting('AWS_ENDPOINT_URL_DYNAMODB')));
}

/** The client for rate windows. */
export function windows(): Client {
  return straight(usual.windows(), setting('SVC_WINDOWS_ENDPOINT') ?? setting('AWS_ENDPOINT_URL_DYNAMODB'));
}

const notedClients = new WeakSet<Client>();

function noted(client: Client): Client {
  if (notedClients.has(client)) return client;
  notedClients.add(client);
  client.middlewareStack.add(
    (next, { commandName: command }) =>
      async (args) => {
        let output: object | undefined;
        try {
          const reply = await next(args);
          output = reply.output;
          return reply;
        } finally {
          noteTableCall({ command, input: args.input, output });
        }
      },
    { step: 'initialize', priority: 'high', name: 'noteTableCall' },
  );
  return client;
}

const straightClients = new WeakSet<Client>();

/** The client of this endpoint, which calls an engine behind a socket without the SDK's layers. */
function straight(client: Client, endpoint = ''): Client {
  const socketPath = socketOf(endpoint);
  if (socketPath === undefined || straightClients.has(client)) return client;
  straightClients.add(client);
  const call = straightTo(socketPath);
  client.middlewareStack.add(
    (next, { commandName: command }) =>
      async (args) => {
        const { input, output } = await call({ command, input: args.input });
        return output ? { output: output as never, response: undefined } : next({ ...args, input: input as never });
      },
    { step: 'initialize', priority: 'low', name: 'straight' },
  );
  return client;
}
