/** The environment variables that the provider reads: Terraform's own of a plugin, and those that configure it. */
const names = [
  'PLUGIN_CLIENT_CERT',
  'PLUGIN_UNIX_SOCKET_DIR',
  'SVC_ACCESS_KEY_ID',
  'SVC_CONTEXT',
  'SVC_ENDPOINT',
  'SVC_SECRET_ACCESS_KEY',
  'SVC_TOKEN',
  'TF_LOG',
  'TF_PLUGIN_MAGIC_COOKIE',
] as const;

/** The name of a variable that the provider reads. */
export type Variable = (typeof names)[number];

/** The value of a variable; undefined where it is not set or empty. */
export const variable = (name: Variable): string | undefined => process.env[name] || undefined;
