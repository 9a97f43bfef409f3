import { startWorkflows } from '#test/support/platform/workflows.ts';

/** Ends at once: what tasks would ask of the table is not the request's. */
const definition = JSON.stringify({
  QueryLanguage: 'JSONata',
  StartAt: 'Done',
  States: { Done: { Type: 'Succeed' } },
});

/** Does the work while the real engine takes StartExecution for every workflow, and runs machines without tasks. */
export async function withEmptyWorkflows<T>(work: () => Promise<T>): Promise<T> {
  const workflows = await startWorkflows({ definition: () => definition });
  try {
    return await work();
  } finally {
    await workflows.close();
    for (const name of Object.keys(process.env)) if (name.startsWith('STATE_MACHINE_')) delete process.env[name];
  }
}
