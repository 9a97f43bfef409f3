/** Milliseconds in which each client's questions are counted. */
const WINDOW = 1_000;

/** Whether a client may ask once more: at most `limit` times a second each. */
export function ratePerClient(limit: number, now: () => number = () => performance.now()): (client: string) => boolean {
  const counts = new Map<string, number>();
  let began = now();
  return (client) => {
    if (now() - began >= WINDOW) {
      counts.clear();
      began = now();
    }
    const count = (counts.get(client) ?? 0) + 1;
    counts.set(client, count);
    return count <= limit;
  };
}
