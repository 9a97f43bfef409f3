import { randomUUID } from 'node:crypto';
import { startWorkflow } from '#lib/drivers/workflows/start.ts';
import { testTable } from '#lib/testing/functions/table.ts';
import { startWorkflows, type Workflows } from '#test/support/platform/workflows.ts';
import { atMost, type Line } from './line.ts';
import { median } from './statistics.ts';

const few = 30;
const many = 300;

/** Three states that call nothing: what an execution costs is the engine's own. */
const definition = JSON.stringify({
  QueryLanguage: 'JSONata',
  StartAt: 'First',
  States: {
    First: { Type: 'Pass', Next: 'Choose' },
    Choose: { Type: 'Choice', Choices: [{ Condition: '{% true %}', Next: 'Done' }] },
    Done: { Type: 'Succeed' },
  },
});

/** What one execution costs where 300 run at once, against 30: processor time of this process, engine included. */
export async function benchExecutions(): Promise<Line[]> {
  await testTable();
  const workflows = await startWorkflows({ definition: () => definition });
  try {
    const cost = (count: number) => costOfEach(workflows, count);
    await cost(many);
    const ratios: number[] = [];
    for (let round = 0; round < 5; round++) ratios.push((await cost(many)) / (await cost(few)));
    return [atMost('an execution among 300 at once against one among 30', 1.5, { value: median(ratios) })];
  } finally {
    await workflows.close();
  }
}

/** Microseconds of processor time for each of so many executions that begin together. */
async function costOfEach({ engine }: Workflows, count: number): Promise<number> {
  const began = process.cpuUsage();
  await Promise.all(Array.from({ length: count }, () => startWorkflow('launch', randomUUID(), {})));
  await engine.idle();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / count;
}
