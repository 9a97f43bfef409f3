import * as z from 'zod';

/** What every instance workflow is started with. */
export const workflowInput = z.object({
  operation: z.string(),
  account_id: z.string(),
  instance_id: z.string(),
  options: z.record(z.string(), z.unknown()),
});
export type WorkflowInput = z.infer<typeof workflowInput>;

/** A task that waits for a host: the same, and the token to answer. */
export const tokenInput = workflowInput.extend({ token: z.string() });

/** A task that settles: the same, and what the host answered. */
export const outcomeInput = workflowInput.extend({ result: z.record(z.string(), z.unknown()).default({}) });

/** A task that settles a failure: the same, and the error as Step Functions caught it. */
export const failureInput = workflowInput.extend({ error: z.string(), cause: z.string().default('') });
