import { expect, test } from 'vitest';
import { sentenceOf } from '#lib/operator/refused.ts';

const named = (name: string, message: string) => Object.assign(new Error(message), { name });

test.each([
  [
    named('ResourceNotFoundException', 'Requested resource not found'),
    'this account has no table svc-prod in this region: look at --stage, AWS_REGION and AWS_PROFILE',
  ],
  [named('Error', 'Region is missing'), 'no region is named: set AWS_REGION'],
  [
    named('CredentialsProviderError', 'Could not load credentials from any providers'),
    'there are no AWS credentials: set AWS_PROFILE, or run aws configure',
  ],
  [named('ExpiredTokenException', 'expired'), 'AWS refuses these credentials: they are over, or wrong'],
  [named('UnrecognizedClientException', 'invalid'), 'AWS refuses these credentials: they are over, or wrong'],
  [named('AccessDeniedException', 'not authorized'), 'these AWS credentials may not read and write the table svc-prod'],
])('%s is said in a sentence that names what to change', (error, sentence) => {
  expect(sentenceOf(error, 'svc-prod')).toMatchObject({ name: 'StartError', message: sentence, cause: error });
});

test('an error that is a sentence already stays as it is', () => {
  const error = named('StartError', 'asha@example.in is not verified; log in and verify it first');
  expect(sentenceOf(error, 'svc-prod')).toBe(error);
});
