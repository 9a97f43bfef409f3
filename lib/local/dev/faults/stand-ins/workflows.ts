import * as usual from '#lib/drivers/workflows/start.ts';
import { directTo } from '#lib/local/stepfunctions/transport.ts';
import { callDirectly } from '#lib/local/transport/client.ts';
import { setting } from '#lib/model/platform/settings.ts';

export const { workflowStatus } = usual;

/** The client of the workflows' engine. */
export function stepFunctions(): ReturnType<typeof usual.stepFunctions> {
  return callDirectly(usual.stepFunctions(), setting('AWS_ENDPOINT_URL_SFN'), directTo);
}

/** Starts a workflow, as the driver does. */
export function startWorkflow(...start: Parameters<typeof usual.startWorkflow>): Promise<void> {
  stepFunctions();
  return usual.startWorkflow(...start);
}

/** Finds a workflow, as the driver does. */
export function findWorkflow(machine: string): Promise<void> {
  stepFunctions();
  return usual.findWorkflow(machine);
}
