/** A part of AWS that has its own IAM: what ARNs in it begin with, and where its IAM is. */
export interface Partition {
  arn: string;
  iamUrl: string;
  iamRegion: string;
}

const elsewhere: readonly (readonly [prefix: string, Partition])[] = [
  ['cn-', { arn: 'arn:aws-cn', iamUrl: 'https://iam.cn-north-1.amazonaws.com.cn', iamRegion: 'cn-north-1' }],
  ['us-gov-', { arn: 'arn:aws-us-gov', iamUrl: 'https://iam.us-gov.amazonaws.com', iamRegion: 'us-gov-west-1' }],
];

/** The partition that a region is in (AWS General Reference, IAM endpoints); what is no region of AWS counts as `aws`. */
export function partitionOf(region: string): Partition {
  const found = elsewhere.find(([prefix]) => region.startsWith(prefix))?.[1];
  return found ?? { arn: 'arn:aws', iamUrl: 'https://iam.amazonaws.com', iamRegion: 'us-east-1' };
}
