/** The account and the region of a rehearsal. moto answers for this account alone. */
export const account = '123456789012';
export const region = 'ap-south-1';
/** The stage of the guide's commands. */
export const prefix = 'svc-prod';

export const functionArn = (name: string) => `arn:aws:lambda:${region}:${account}:function:${name}`;
const roleArn = (name: string) => `arn:aws:iam::${account}:role/${name}`;

/** What the AWS SDK and the framework are given: moto asks nobody who they are. */
export const credentials = {
  AWS_REGION: region,
  AWS_DEFAULT_REGION: region,
  AWS_ACCESS_KEY_ID: 'rehearsal',
  AWS_SECRET_ACCESS_KEY: 'rehearsal',
} as const;

/** Headers by which moto knows the service of a call. */
export const signedFor = (service: string) => ({
  authorization: `AWS4-HMAC-SHA256 Credential=rehearsal/20260101/${region}/${service}/aws4_request, SignedHeaders=host, Signature=0`,
});

/** The ARN of a resource by its type and its own name; undefined for a type whose ARN nothing here asks for. */
export function arnOfType(type: string, name: string): string | undefined {
  if (type === 'AWS::Lambda::Function') return functionArn(name);
  return type === 'AWS::IAM::Role' ? roleArn(name) : undefined;
}
