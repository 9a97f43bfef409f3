import { vi } from 'vitest';
import { Metrics } from '#test/rehearse/stage/metrics.ts';

/** The last number of each metric that the work writes for alarms, and the things that its lines name as counted. */
export async function measuredBy(
  work: () => Promise<unknown>,
): Promise<{ numbers: Record<string, number>; counted: Record<string, string[]> }> {
  const lines: string[] = [];
  const writes = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    lines.push(String(text));
    return true;
  });
  try {
    await work();
  } finally {
    writes.mockRestore();
  }
  const metrics = new Metrics();
  const counted: Record<string, string[]> = {};
  const names = new Set<string>();
  for (const line of lines.filter((text) => text.includes('"_aws"'))) {
    metrics.takeLine('FunctionLogGroup', line);
    const said = JSON.parse(line);
    Object.assign(counted, said.counted);
    for (const { Name } of said._aws.CloudWatchMetrics[0].Metrics) names.add(Name);
  }
  const numberOf = (name: string) =>
    metrics.numbers({ namespace: 'svc-test', name, dimensions: {} }).at(-1) ?? Number.NaN;
  return { numbers: Object.fromEntries([...names].map((name) => [name, numberOf(name)])), counted };
}
