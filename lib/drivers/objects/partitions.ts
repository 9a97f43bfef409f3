/** A partition of AWS: the prefix of its ARNs, and the address of its IAM. */
export interface Partition {
  arn: string;
  iamUrl: string;
  iamRegion: string;
}

const elsewhere: readonly (readonly [prefix: string, Partition])[] = [
  ['cn-', { arn: 'arn:aws-cn', iamUrl: 'https://iam.cn-north-1.amazonaws.com.cn', iamRegion: 'cn-north-1' }],
  ['us-gov-', { arn: 'arn:aws-us-gov', iamUrl: 'https://iam.us-gov.amazonaws.com', iamRegion: 'us-gov-west-1' }],
];

/** The partition of a region (AWS General Reference, IAM endpoints); `aws` for other names. */
export function partitionOf(region: string): Partition {
  const found = elsewhere.find(([prefix]) => region.startsWith(prefix))?.[1];
  return found ?? { arn: 'arn:aws', iamUrl: 'https://iam.amazonaws.com', iamRegion: 'us-east-1' };
}
