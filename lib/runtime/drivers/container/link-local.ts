/**
 * The addresses that every VPC has for what the platform serves there: link-local ones (RFC 3927), so that they are in
 * no VPC's block. They are on the VPC's bridge, and machines reach them by their gateway.
 */
export const linkLocal = {
  /** The API: `api.internal`, port 80. */
  api: '169.254.169.251',
  /** Object storage: `s3.internal`, port 80. */
  objects: '169.254.169.252',
  /** What a machine is told of itself: port 80. */
  metadata: '169.254.169.254',
  /** Names: port 53. */
  resolver: '169.254.169.253',
} as const;
