import * as z from 'zod';

/** The input of every instance workflow. */
export const workflowInput = z.object({
  operation: z.string(),
  account_id: z.string(),
  instance_id: z.string(),
  options: z.record(z.string(), z.unknown()),
});
export type WorkflowInput = z.infer<typeof workflowInput>;

/** The input of a task that waits for a host, with the token of the host's answer. */
export const tokenInput = workflowInput.extend({ token: z.string() });

/** The input of a task that settles an operation, with the host's result. */
export const outcomeInput = workflowInput.extend({ result: z.record(z.string(), z.unknown()).default({}) });

/** The input of a task that settles a failure, with the error as Step Functions caught it. */
export const failureInput = workflowInput.extend({ error: z.string(), cause: z.string().default('') });
