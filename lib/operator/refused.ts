import { StartError } from '#lib/local/start-error.ts';

/** What AWS, or its SDK, says of a table that cannot be reached: the name of the error, or its text, and what to do. */
const sentences: readonly (readonly [RegExp, (table: string) => string])[] = [
  [
    /^ResourceNotFoundException\b/,
    (table) => `this account has no table ${table} in this region: look at --stage, AWS_REGION and AWS_PROFILE`,
  ],
  [/Region is missing/, () => 'no region is named: set AWS_REGION'],
  [/^CredentialsProviderError\b/, () => 'there are no AWS credentials: set AWS_PROFILE, or run aws configure'],
  [
    /^(UnrecognizedClient|ExpiredToken|InvalidSignature)\w*/,
    () => 'AWS refuses these credentials: they are over, or wrong',
  ],
  [/^AccessDenied/, (table) => `these AWS credentials may not read and write the table ${table}`],
];

/** The error in a sentence that names what to change, where AWS's own does not; otherwise the error itself. */
export function sentenceOf(error: Error, table: string): Error {
  const known = sentences.find(([pattern]) => pattern.test(`${error.name}: ${error.message}`));
  return known ? new StartError(known[1](table), { cause: error }) : error;
}
