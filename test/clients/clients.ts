import { ansible } from './ansible.ts';
import { aws } from './aws.ts';
import { boto3 } from './boto3.ts';
import { curl } from './curl.ts';
import { duplicity } from './duplicity.ts';
import { openapiTs, openapiTypescript } from './generators.ts';
import { git } from './git.ts';
import { haproxy } from './haproxy.ts';
import { minio } from './minio.ts';
import { nginx } from './nginx.ts';
import { openssh } from './openssh.ts';
import { rclone } from './rclone.ts';
import { restic } from './restic.ts';
import { rsync } from './rsync.ts';
import type { RealClient } from './runner/row.ts';
import { s3cmd } from './s3cmd.ts';
import { s3fs } from './s3fs.ts';
import { sdk } from './sdk.ts';
import { sshfs } from './sshfs.ts';
import { terraform } from './terraform.ts';

/** The clients of the table, in its order. */
export const clients: readonly RealClient[] = [
  restic,
  rclone,
  s3cmd,
  duplicity,
  s3fs,
  aws,
  boto3,
  sdk,
  minio,
  curl,
  openssh,
  rsync,
  sshfs,
  git,
  ansible,
  haproxy,
  nginx,
  terraform,
  openapiTypescript,
  openapiTs,
];
