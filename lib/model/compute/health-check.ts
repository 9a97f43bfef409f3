import * as z from 'zod';

const protocol = z.enum(['http', 'tcp']);
export const port = z.int().min(1).max(65_535);

/** How a load balancer checks its backends, as replies show it. */
export const healthCheck = z.strictObject({
  protocol: protocol
    .describe('How backends are checked: by a request, or by a connection alone.')
    .meta({ example: 'http' }),
  port: port.nullable().describe('The port to check; null for the port that is served.').meta({ example: null }),
  path: z.string().describe('The path of the request.').meta({ example: '/' }),
  interval_seconds: z.int().describe('Seconds between two checks.').meta({ example: 10 }),
  timeout_seconds: z.int().describe('Seconds that a check may take.').meta({ example: 5 }),
  healthy_threshold: z
    .int()
    .describe('The number of consecutive checks that must succeed before a backend is healthy.')
    .meta({ example: 2 }),
  unhealthy_threshold: z
    .int()
    .describe('The number of consecutive checks that must fail before a backend is unhealthy.')
    .meta({ example: 3 }),
  expected_codes: z
    .string()
    .describe('The HTTP statuses of success: statuses and ranges, comma-separated.')
    .meta({ example: '200-399' }),
});
export type HealthCheck = z.infer<typeof healthCheck>;

/** `200`, `200-399`, or several of these, separated by commas. */
const expectedCodes = z
  .string()
  .max(100)
  .superRefine((text, context) => {
    const problem = codesProblem(text);
    if (problem)
      context.addIssue({
        code: 'custom',
        message: `${JSON.stringify(text)} ${problem}`,
        input: text,
        params: { named: true },
      });
  });

/** Why a text is not a list of HTTP statuses, as the end of a sentence; undefined for a valid list. */
function codesProblem(text: string): string | undefined {
  if (!/^\d{3}(-\d{3})?(,\d{3}(-\d{3})?)*$/.test(text)) return 'must be statuses and ranges like 200-399,404';
  const wrong = codeRanges(text).find(({ from, to }) => from < 100 || to > 599 || from > to);
  return wrong && `has ${wrong.from}-${wrong.to} (a range rises within 100-599)`;
}

/** The ranges in a list of HTTP statuses, both ends included. */
export function codeRanges(text: string): { from: number; to: number }[] {
  return text.split(',').map((part) => {
    const [from = '', to = from] = part.split('-');
    return { from: Number(from), to: Number(to) };
  });
}

/** The settings of a health check in a request. Absent ones get their default, or stay unchanged. */
export const healthCheckChange = z.strictObject({
  protocol: protocol
    .optional()
    .describe(
      "How backends are checked: by a request, or only by a connection; by default as the first listener's protocol.",
    )
    .meta({ example: 'http' }),
  port: port
    .nullable()
    .optional()
    .describe('The port to check; null for the port that is served.')
    .meta({ example: null }),
  path: z
    .string()
    .max(255)
    .regex(/^\/[!-~]*$/, 'must begin with / and be of printable ASCII without spaces')
    .optional()
    .describe('The path of the request; by default /.')
    .meta({ example: '/healthz' }),
  interval_seconds: z
    .int()
    .min(2)
    .max(300)
    .optional()
    .describe('The number of seconds between two checks; by default 10.')
    .meta({ example: 10 }),
  timeout_seconds: z
    .int()
    .min(1)
    .max(60)
    .optional()
    .describe('The number of seconds that a check may take, less than the interval; by default 5.')
    .meta({ example: 5 }),
  healthy_threshold: z
    .int()
    .min(2)
    .max(10)
    .optional()
    .describe('The number of consecutive checks that must succeed before a backend is healthy; by default 3.')
    .meta({ example: 2 }),
  unhealthy_threshold: z
    .int()
    .min(2)
    .max(10)
    .optional()
    .describe('The number of consecutive checks that must fail before a backend is unhealthy; by default 3.')
    .meta({ example: 3 }),
  expected_codes: expectedCodes
    .optional()
    .describe('The HTTP statuses of success: statuses and ranges, comma-separated; by default 200-399.')
    .meta({ example: '200-399' }),
});
export type HealthCheckChange = z.infer<typeof healthCheckChange>;
