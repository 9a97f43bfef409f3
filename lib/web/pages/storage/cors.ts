import type { CorsRule } from '#lib/generated/client/schemas.ts';

type Method = CorsRule['allowed_methods'][number];

/** Whether a pattern with at most one `*` fits a text, in any case. */
function fits(pattern: string, text: string): boolean {
  const [head = '', tail] = pattern.toLowerCase().split('*');
  const value = text.toLowerCase();
  if (tail === undefined) return value === head;
  return value.length >= head.length + tail.length && value.startsWith(head) && value.endsWith(tail);
}

/** What the console's requests to a bucket set: the type of what is sent. */
const header = 'content-type';

/** Whether the rules let pages of an origin use these methods. */
export const allows = (rules: readonly CorsRule[], origin: string, methods: readonly Method[]): boolean =>
  methods.every((method) =>
    rules.some(
      ({ allowed_origins, allowed_methods, allowed_headers }) =>
        allowed_methods.includes(method) &&
        allowed_origins.some((pattern) => fits(pattern, origin)) &&
        allowed_headers.some((pattern) => fits(pattern, header)),
    ),
  );

/** What the console does with objects by itself: it sends and deletes them. */
export const consoleMethods: readonly Method[] = ['PUT', 'DELETE'];

/** The rule that lets the console's pages work in a bucket. */
export const consoleRule = (origin: string): CorsRule => ({
  id: 'console',
  allowed_origins: [origin],
  allowed_methods: [...consoleMethods],
  allowed_headers: [header],
  expose_headers: [],
  max_age_seconds: 3600,
});

/** The rules with that of the console, in place of an older one. */
export const withConsole = (rules: readonly CorsRule[], origin: string): CorsRule[] => [
  ...rules.filter(({ id }) => id !== 'console'),
  consoleRule(origin),
];
