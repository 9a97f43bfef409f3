import type { IncomingMessage } from 'node:http';
import { type Methods, readJsonObject } from '#lib/local/dev/body.ts';
import type { FaultBook, ShownFault } from './book.ts';
import { readFaults } from './read.ts';

/** GET and PUT /dev/faults (contract 4.11). */
export function faultRoutes(book: FaultBook): Methods {
  const shown = (): { faults: ShownFault[] } => ({ faults: book.list() });
  return {
    GET: shown,
    PUT: async (req: IncomingMessage) => {
      await book.set(readFaults(await readJsonObject(req)));
      return shown();
    },
  };
}
