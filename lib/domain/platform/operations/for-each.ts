/** Works on every item, one after another; a failure stops none of the others. At the end throws the first failure. */
export async function forEach<T>(items: AsyncIterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  await forEachAbreast(items, 1, work);
}

/**
 * Works on every item, `abreast` of them at a time; a failure stops none of the others. At the end throws the first
 * failure. Begins no further item once `goOn` answers false. True where every item was worked on.
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
