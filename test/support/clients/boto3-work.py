"""A day of boto3: endpoint, certificate to trust (or nothing), bucket, the key's address in the API; what does not hold raises."""
import io, os, sys, urllib.request
try:
    import boto3
except ImportError:
    print('boto3 is not installed'); sys.exit()
from botocore.config import Config
from botocore.exceptions import ClientError
endpoint, ca, bucket, key_url = sys.argv[1:5]
s3 = boto3.client('s3', endpoint_url=endpoint, verify=ca or None, config=Config(s3={'addressing_style': 'path'}))
data = os.urandom(12 * 1024 * 1024)
s3.upload_fileobj(io.BytesIO(data), bucket, 'boto/large')
out = io.BytesIO(); s3.download_fileobj(bucket, 'boto/large', out)
assert out.getvalue() == data
for algorithm in ['CRC32', 'SHA1', 'SHA256']:
    s3.put_object(Bucket=bucket, Key='boto/' + algorithm, Body=io.BytesIO(data[:99999]), ChecksumAlgorithm=algorithm)
    got = s3.get_object(Bucket=bucket, Key='boto/' + algorithm, ChecksumMode='ENABLED')
    assert got['Body'].read() == data[:99999] and got['Checksum' + algorithm]
keys = [each['Key'] for page in s3.get_paginator('list_objects_v2').paginate(Bucket=bucket, Prefix='boto/', PaginationConfig={'PageSize': 2}) for each in page['Contents']]
assert keys == ['boto/CRC32', 'boto/SHA1', 'boto/SHA256', 'boto/large'], keys
s3.copy({'Bucket': bucket, 'Key': 'boto/large'}, bucket, 'boto/copy')
assert s3.head_object(Bucket=bucket, Key='boto/copy')['ContentLength'] == len(data)
post = s3.generate_presigned_post(bucket, 'boto/posted', Conditions=[['content-length-range', 1, 10]])
assert post['url'].startswith(endpoint)
try:
    s3.get_object(Bucket=bucket, Key='boto/none'); raise SystemExit('boto/none was found')
except ClientError as error:
    assert error.response['Error']['Code'] == 'NoSuchKey'
done = s3.delete_objects(Bucket=bucket, Delete={'Objects': [{'Key': key} for key in keys + ['boto/copy']]})
assert 'Errors' not in done and s3.list_objects_v2(Bucket=bucket, Prefix='boto/')['KeyCount'] == 0
headers = {'authorization': 'Bearer ' + os.environ['TOKEN']}
assert urllib.request.urlopen(urllib.request.Request(key_url, method='DELETE', headers=headers)).status == 200
try:
    s3.list_objects_v2(Bucket=bucket); raise SystemExit('the key is deleted and still works')
except ClientError as error:
    assert error.response['Error']['Code'] == 'InvalidAccessKeyId', error
print('done')
