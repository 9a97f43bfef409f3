/** Does something for every item, whatever becomes of the others; at the end throws the first failure. */
export async function forEach<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  await forEachAbreast(items, 1, work);
}

/**
 * The same for so many items at a time, so that a slow one holds up no other; what `goOn` denies is left for another time.
 * True where every item has had its turn.
 */
export async function forEachAbreast<T>(
  items: AsyncIterable<T>,
  abreast: number,
  work: (item: T) => Promise<void>,
  goOn: () => boolean = () => true,
): Promise<boolean> {
  const failures: unknown[] = [];
  const rest = items[Symbol.asyncIterator]();
  let over = false;
  const worker = async () => {
    while (!over && goOn()) {
      const next = await rest.next();
      if (next.done) over = true;
      else await work(next.value).catch((error) => failures.push(error));
    }
  };
  await Promise.all(Array.from({ length: abreast }, worker));
  await rest.return?.();
  if (failures.length > 0) throw failures[0];
  return over;
}
