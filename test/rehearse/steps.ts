// biome-ignore-all lint/plugin: it tells how long each step took
/** What a rehearsal has done so far. Each step prints one line, with the seconds that it took. */
export class Steps {
  readonly done: string[] = [];

  /** Does a step. What it throws names the step. */
  async take<T>(name: string, work: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      const answer = await work();
      process.stdout.write(`ok   ${seconds(began)}  ${name}\n`);
      this.done.push(name);
      return answer;
    } catch (error) {
      process.stdout.write(`FAIL ${seconds(began)}  ${name}\n`);
      throw error;
    }
  }
}

const seconds = (began: number): string => `${((performance.now() - began) / 1000).toFixed(1).padStart(6)} s`;
