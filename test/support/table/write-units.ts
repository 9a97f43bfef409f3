import { documents } from '#lib/store/platform/client.ts';

interface Capacity {
  CapacityUnits?: number;
}

const writes = /^(?:Put|Update|Delete|TransactWrite|BatchWrite)/;

/** The write units that the work consumes, as the table counts them; for one piece of work at a time. */
export async function writeUnits(work: () => Promise<unknown>): Promise<number> {
  let units = 0;
  const stack = documents().middlewareStack;
  stack.add(
    (next, context) => async (args) => {
      Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
      const result = await next(args);
      if (!writes.test(String(context.commandName))) return result;
      const { ConsumedCapacity = [] } = result.output as { ConsumedCapacity?: Capacity | Capacity[] };
      for (const { CapacityUnits = 0 } of [ConsumedCapacity].flat()) units += CapacityUnits;
      return result;
    },
    { step: 'initialize', name: 'write-units' },
  );
  try {
    await work();
  } finally {
    stack.remove('write-units');
  }
  return units;
}
