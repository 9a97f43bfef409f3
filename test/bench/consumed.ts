import { bySdk } from '#lib/local/transport/client.ts';
import { documents } from '#lib/store/platform/client.ts';

/**
 * The cost of calls to the table: capacity units as AWS bills them (items that a filter drops count too), and bytes in
 * both directions.
 */
export interface Consumed {
  units: number;
  bytes: number;
}

interface Capacity {
  CapacityUnits?: number;
}

/** Adds up what the calls that are sent while the work runs consume; for one piece of work at a time. */
export async function consumed(work: () => Promise<unknown>): Promise<Consumed> {
  const sum: Consumed = { units: 0, bytes: 0 };
  const stack = documents().middlewareStack;
  stack.add(
    (next) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const result = await next(args);
      const { ConsumedCapacity = [] } = result.output as { ConsumedCapacity?: Capacity | Capacity[] };
      for (const { CapacityUnits = 0 } of [ConsumedCapacity].flat()) sum.units += CapacityUnits;
      return result;
    },
    { step: 'initialize', name: 'units' },
  );
  stack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { body } = args.request as { body?: string };
      const { headers } = result.response as { headers: Record<string, string> };
      sum.bytes += Buffer.byteLength(body ?? '') + Number(headers['content-length'] ?? 0);
      return result;
    },
    { step: 'deserialize', priority: 'low', name: 'bytes' },
  );
  try {
    await bySdk(documents(), work);
  } finally {
    stack.remove('units');
    stack.remove('bytes');
  }
  return sum;
}
