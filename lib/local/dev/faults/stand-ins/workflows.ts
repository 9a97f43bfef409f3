import * as usual from '#lib/drivers/workflows/start.ts';
import { straightTo } from '#lib/local/stepfunctions/straight.ts';
import { callStraight } from '#lib/local/straight/client.ts';
import { setting } from '#lib/model/platform/settings.ts';

export const { workflowStatus, findWorkflow } = usual;

/** The client of the workflows' engine. */
export function stepFunctions(): ReturnType<typeof usual.stepFunctions> {
  return callStraight(usual.stepFunctions(), setting('AWS_ENDPOINT_URL_SFN'), straightTo);
}

/** Starts a workflow, as the driver does. */
export function startWorkflow(...start: Parameters<typeof usual.startWorkflow>): Promise<void> {
  stepFunctions();
  return usual.startWorkflow(...start);
}
