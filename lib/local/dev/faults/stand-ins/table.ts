import { noteTableCall } from '#lib/local/schedules/table-watch.ts';
import { setting } from '#lib/model/platform/settings.ts';
import * as usual from '#lib/store/platform/client.ts';

export const { tableName, windows } = usual;
export const clientAt = usual.clientAt;

type Client = ReturnType<typeof usual.documents>;

/**
 * The table's client; while faults of the table are set, one whose calls pass through them. Its calls are noted for the
 * scheduled tasks.
 */
export function documents(): Client {
  const faulty = setting('SVC_TABLE_FAULTS');
  return noted(faulty ? usual.clientAt(faulty) : usual.documents());
}

const clients = new WeakSet<Client>();

function noted(client: Client): Client {
  if (clients.has(client)) return client;
  clients.add(client);
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
