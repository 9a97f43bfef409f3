import { windowsAt } from '#lib/local/dev/limits/windows.ts';
import { directTo } from '#lib/local/dynamodb/transport.ts';
import { isHostCall } from '#lib/local/hosts/own-calls.ts';
import { isStream } from '#lib/local/schedules/as-stream.ts';
import { noteTableCall } from '#lib/local/schedules/table-watch.ts';
import { callDirectly, isDirect } from '#lib/local/transport/client.ts';
import { setting } from '#lib/model/platform/settings.ts';
import * as usual from '#lib/store/platform/client.ts';

export const { tableName, clientAt } = usual;

type Client = ReturnType<typeof usual.documents>;

/**
 * The table's client; while faults of the table are set, or its index lags, one whose calls pass through them. Its
 * calls are noted for the scheduled tasks.
 */
export function documents(): Client {
  const faulty = isHostCall() ? undefined : setting('SVC_TABLE_FAULTS');
  const late = isStream() ? undefined : setting('SVC_TABLE_LAG');
  const [own, endpoint] = late
    ? [usual.clientAt(late), late]
    : [usual.documents(), setting('AWS_ENDPOINT_URL_DYNAMODB')];
  // A fault strikes each call that is sent, so that the SDK's own must be the only ones.
  const client = faulty ? usual.clientAt(faulty) : callDirectly(own, endpoint, directTo, noteTableCall);
  return isDirect(client) ? client : noted(client);
}

/** The client for rate windows. */
export function windows(): Client {
  return callDirectly(usual.windows(), setting('SVC_WINDOWS_ENDPOINT'), windowsAt);
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
