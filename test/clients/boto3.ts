import type { RealClient } from './runner/row.ts';

const begin = `import boto3, io, os, urllib.request
from boto3.s3.transfer import TransferConfig
from botocore.config import Config
bucket, endpoint = os.environ['BUCKET'], os.environ['ENDPOINT']
def client(**how): return boto3.client('s3', endpoint_url=endpoint, config=Config(retries={'max_attempts': 1}, **how))
s3 = client()
data = bytes(range(256)) * 50000`;

/** A program in Python. */
const python = (program: string): string => `python3 - <<'END'\n${begin}\n${program}\nEND`;

/** The SDK of AWS for Python. */
export const boto3: RealClient = {
  name: 'boto3',
  version: "python3 -c 'import boto3; print(boto3.__version__)'",
  rows: [
    {
      feature: 'upload and download in parts (`upload_fileobj`, `download_fileobj`)',
      does: python(
        "s3.upload_fileobj(io.BytesIO(data), bucket, 'large', Config=TransferConfig(multipart_chunksize=5 << 20))\nout = io.BytesIO()\ns3.download_fileobj(bucket, 'large', out)\nprint(out.getvalue() == data)",
      ),
      shows: 'True',
    },
    {
      feature: 'checksums of uploads (`ChecksumAlgorithm`)',
      does: python(
        "for sum in ['CRC32', 'SHA1', 'SHA256']:\n  s3.put_object(Bucket=bucket, Key=sum, Body=io.BytesIO(data), ChecksumAlgorithm=sum)\n  got = s3.get_object(Bucket=bucket, Key=sum, ChecksumMode='ENABLED')\n  assert got['Body'].read() == data\n  print(bool(got['Checksum' + sum]))",
      ),
      shows: 'True\nTrue\nTrue',
    },
    {
      feature: 'pages of a list (`get_paginator`)',
      does: python(
        "pages = s3.get_paginator('list_objects_v2').paginate(Bucket=bucket, PaginationConfig={'PageSize': 1})\nprint([each['Key'] for page in pages for each in page['Contents']])",
      ),
      shows: "['CRC32', 'SHA1', 'SHA256', 'large']",
    },
    {
      feature: 'copy in parts (`copy`)',
      does: python(
        "s3.copy({'Bucket': bucket, 'Key': 'large'}, bucket, 'copied', Config=TransferConfig(multipart_threshold=5 << 20))\nprint(s3.head_object(Bucket=bucket, Key='copied')['ContentLength'])",
      ),
      shows: '12800000',
    },
    {
      feature: 'resources (`Bucket.objects`)',
      does: python(
        "b = boto3.resource('s3', endpoint_url=endpoint).Bucket(bucket)\nprint(sum(one.size for one in b.objects.filter(Prefix='copied')))",
      ),
      shows: '12800000',
    },
    {
      feature: 'forms (`generate_presigned_post`)',
      does: `{ ${python("post = s3.generate_presigned_post(bucket, 'posted', Conditions=[['content-length-range', 1, 10]])\nprint(' '.join(f'-F {k}={v}' for k, v in post['fields'].items()), post['url'])")}
} > form; echo body > body; curl -sf $(cat form) -F file=@body -w '%{http_code}'`,
      shows: '204',
    },
    {
      feature: 'links (`generate_presigned_url`)',
      does: python(
        "s3.put_object(Bucket=bucket, Key='linked', Body=b'linked')\nv4 = client(signature_version='s3v4')\nprint(urllib.request.urlopen(v4.generate_presigned_url('get_object', {'Bucket': bucket, 'Key': 'linked'})).read())",
      ),
      shows: "b'linked'",
    },
    {
      feature: 'waiters (`object_exists`, `object_not_exists`)',
      does: python(
        "s3.get_waiter('object_exists').wait(Bucket=bucket, Key='linked')\ns3.get_waiter('object_not_exists').wait(Bucket=bucket, Key='none')\nprint('waited')",
      ),
      shows: 'waited',
    },
    {
      feature: 'signatures of version 2 (`signature_version: s3`)',
      does: python("client(signature_version='s3').list_objects(Bucket=bucket)"),
      refused: 'The authorization mechanism you have provided is not supported. Please use AWS4-HMAC-SHA256.',
    },
    {
      feature: 'what is not there',
      does: python("s3.get_object(Bucket=bucket, Key='none')"),
      refused: '(NoSuchKey) when calling the GetObject operation: The specified key does not exist.',
    },
    {
      feature: 'delete many (`delete_objects`)',
      does: python(
        "keys = [{'Key': one['Key']} for one in s3.list_objects_v2(Bucket=bucket)['Contents']]\nprint(len(s3.delete_objects(Bucket=bucket, Delete={'Objects': keys})['Deleted']), s3.list_objects_v2(Bucket=bucket)['KeyCount'])",
      ),
      shows: '7 0',
    },
  ],
};
