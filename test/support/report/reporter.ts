import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule, Vitest } from 'vitest/node';
import { calibration } from './calibration.ts';
import type { Measured } from './measured.ts';
import { type Row, sumsOf, tableOf } from './table.ts';

/**
 * Lists what each test file cost, and each lane (`npm test -- --report`). With SVC_REPORT_FILE the sums are written
 * there as well, for .ci/run.
 */
// biome-ignore lint/style/noDefaultExport: vitest loads reporters so
export default class CostReporter implements Reporter {
  #vitest: Vitest | undefined;
  #loop = 0;

  /** Measures this computer before anything else runs. */
  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    this.#loop = calibration();
  }

  /** Prints the table, dearest first. */
  onTestRunEnd(modules: readonly TestModule[]): void {
    const rows = modules.map((module) => this.#row(module)).sort((a, b) => b.milliseconds - a.milliseconds);
    // biome-ignore lint/plugin: the report is of processor time
    const { user, system } = process.cpuUsage();
    const sums = sumsOf(rows, (user + system) / 1000, this.#loop);
    process.stdout.write(tableOf(rows, sums));
    if (process.env.SVC_REPORT_FILE) writeFileSync(process.env.SVC_REPORT_FILE, JSON.stringify(sums));
  }

  #row(module: TestModule): Row {
    const none: Measured = { milliseconds: 0, platforms: 0, browsers: 0, processes: 0 };
    return {
      file: relative(this.#vitest?.config.root ?? '', module.moduleId),
      lane: module.project.name,
      isolated: module.project.config.isolate,
      ...(module.meta().measured ?? none),
    };
  }
}
