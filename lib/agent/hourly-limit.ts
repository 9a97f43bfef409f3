/** How often a kind of news is reported of a machine within so many milliseconds. */
const limit = { most: 8, within: 3_600_000 };

/** Bounds how much a machine can have its host report: it may fail, and fill its disk, again and again. */
export class HourlyLimit {
  readonly #reported = new Map<string, readonly number[]>();

  /** Whether this news may be reported, which then counts. Also over boots. */
  allows(machine: string, event: string): boolean {
    const now = performance.now();
    const kind = `${machine} ${event}`;
    const recent = (this.#reported.get(kind) ?? []).filter((at) => now - at < limit.within);
    if (recent.length >= limit.most) return false;
    this.#reported.set(kind, [...recent, now]);
    return true;
  }
}
