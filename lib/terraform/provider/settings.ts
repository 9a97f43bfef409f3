import type { Variable } from '#lib/terraform/environment.ts';

/** The arguments of the provider's own block. */
export const settings: Readonly<Record<string, { description: string; variable: Variable; sensitive?: boolean }>> = {
  endpoint: { description: 'Where the API is. SVC_ENDPOINT stands in for it.', variable: 'SVC_ENDPOINT' },
  access_key_id: {
    description: 'The id of an access key. SVC_ACCESS_KEY_ID stands in for it.',
    variable: 'SVC_ACCESS_KEY_ID',
  },
  secret_key: {
    description: 'The secret of the access key. SVC_SECRET_ACCESS_KEY stands in for it.',
    variable: 'SVC_SECRET_ACCESS_KEY',
    sensitive: true,
  },
  context: {
    description: 'A login of the command line, with its endpoint: `svc login`. SVC_CONTEXT stands in for it.',
    variable: 'SVC_CONTEXT',
  },
  token: {
    description: 'An access token, in place of an access key. SVC_TOKEN stands in for it.',
    variable: 'SVC_TOKEN',
    sensitive: true,
  },
};
