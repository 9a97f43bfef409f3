import type { RealClient } from './runner/row.ts';

const rule = '{"Rules":[{"ID":"tmp","Status":"Enabled","Filter":{"Prefix":"tmp/"},"Expiration":{"Days":7}}]}';

/** The command line of AWS. */
export const aws: RealClient = {
  name: 'awscli',
  version: "aws --version | sed 's|aws-cli/\\([^ ]*\\).*|\\1|'",
  setUp: 'export AWS_ENDPOINT_URL=$ENDPOINT AWS_MAX_ATTEMPTS=1 AWS_PAGER=; at=s3://$BUCKET; here="--bucket $BUCKET"',
  rows: [
    {
      feature: 'buckets, with the key of an IAM user (`s3 mb`, `s3 ls`, `s3 rb`)',
      does: 'user aws s3 mb s3://awscli-second; user aws s3 ls; user aws s3 rb s3://awscli-second',
      shows: 'remove_bucket: awscli-second',
    },
    {
      feature: 'copy a file in parts (`s3 cp`)',
      does: 'random large 20000000; aws s3 cp --no-progress large $at/large; aws s3 cp --no-progress $at/large back; cmp large back',
    },
    {
      feature: 'copy a stream (`s3 cp -`)',
      does: 'aws s3 cp - $at/stream < large; aws s3 cp $at/stream - | cmp large',
    },
    {
      feature: 'mirror a folder (`s3 sync --delete`)',
      does: 'mkdir tree; echo ab > "tree/ä b"; echo c > tree/c; aws s3 sync tree $at/tree; rm tree/c; aws s3 sync --delete tree $at/tree',
      shows: 'delete: s3://awscli-rows/tree/c',
    },
    {
      feature: 'copy and move within the bucket (`s3 mv`)',
      does: 'aws s3 cp "$at/tree/ä b" $at/copy; aws s3 mv $at/copy $at/moved; aws s3 cp $at/moved -',
      shows: 'ab\n',
    },
    { feature: 'a link that expires (`s3 presign`)', does: 'curl -sf "$(aws s3 presign $at/moved)"', shows: 'ab\n' },
    {
      feature: 'checksums (`--checksum-algorithm SHA256`, `--checksum-mode`)',
      does: 'aws s3api put-object $here --key sum --body large --checksum-algorithm SHA256; aws s3api head-object $here --key sum --checksum-mode ENABLED --query ChecksumSHA256 --output text; openssl dgst -sha256 -binary large | base64',
      shows: '=\n',
    },
    {
      feature: 'a range (`get-object --range`)',
      does: 'aws s3api get-object $here --key moved --range bytes=1-1 part; cat part',
      shows: 'bytes 1-1/3',
    },
    {
      feature: 'write only what is not there (`--if-none-match`)',
      does: "aws s3api put-object $here --key moved --body part --if-none-match '*'",
      refused:
        'An error occurred (PreconditionFailed) when calling the PutObject operation: At least one of the pre-conditions you specified did not hold',
    },
    {
      feature: 'write what has not changed (`--if-match`)',
      does: 'aws s3api put-object $here --key moved --body part --if-match $(aws s3api head-object $here --key moved --query ETag --output text)',
      shows: 'ETag',
    },
    {
      feature: 'attributes (`get-object-attributes`)',
      does: 'aws s3api get-object-attributes $here --key large --object-attributes ObjectSize ObjectParts',
      shows: '"ObjectSize": 20000000',
    },
    {
      feature: 'tags of objects',
      does: 'aws s3api put-object $here --key tagged --body part --tagging a=b; user aws s3api get-object-tagging $here --key tagged',
      shows: '"Value": "b"',
    },
    {
      feature: 'uploads in parts by hand',
      does: `id=$(aws s3api create-multipart-upload $here --key hand --query UploadId --output text)
etag=$(aws s3api upload-part $here --key hand --part-number 1 --upload-id $id --body part --query ETag --output text)
aws s3api list-parts $here --key hand --upload-id $id
aws s3api complete-multipart-upload $here --key hand --upload-id $id --multipart-upload "Parts=[{ETag=$etag,PartNumber=1}]"`,
      shows: '-1',
    },
    {
      feature: 'a page of a list (`list-objects-v2 --max-items`)',
      does: 'aws s3api list-objects-v2 $here --page-size 1 --max-items 2 --query "Contents[].Key"',
      shows: '"hand",\n    "large"',
    },
    {
      feature: 'versions',
      does: 'user aws s3api put-bucket-versioning $here --versioning-configuration Status=Enabled; aws s3api put-object $here --key moved --body part; user aws s3api list-object-versions $here --prefix moved --query "length(Versions)"',
      shows: '2\n',
    },
    {
      feature: 'lifecycle rules',
      does: `user aws s3api put-bucket-lifecycle-configuration $here --lifecycle-configuration '${rule}'; user aws s3api get-bucket-lifecycle-configuration $here`,
      shows: '"Days": 7',
    },
    {
      feature: 'CORS',
      does: `user aws s3api put-bucket-cors $here --cors-configuration '{"CORSRules":[{"AllowedOrigins":["https://a.example"],"AllowedMethods":["GET"]}]}'; curl -si -X OPTIONS -H 'Origin: https://a.example' -H 'Access-Control-Request-Method: GET' $ENDPOINT/$BUCKET/moved`,
      shows: 'access-control-allow-origin: https://a.example',
    },
    {
      feature: 'a policy',
      does: `user aws s3api put-bucket-policy $here --policy '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:GetObject","Resource":"arn:aws:s3:::'$BUCKET'/moved"}]}'; curl -sf $ENDPOINT/$BUCKET/moved`,
      shows: 'b',
    },
    {
      feature: 'encryption at rest (`s3 cp --sse`, `put-bucket-encryption`)',
      does: `user aws s3api put-bucket-encryption $here --server-side-encryption-configuration '{"Rules":[{"ApplyServerSideEncryptionByDefault":{"SSEAlgorithm":"AES256"}}]}'; aws s3 cp part $at/sealed; aws s3api head-object $here --key sealed`,
      shows: '"ServerSideEncryption": "AES256"',
    },
    {
      feature: 'encryption with KMS (`s3 cp --sse aws:kms`)',
      does: 'aws s3 cp --sse aws:kms part $at/kms',
      refused:
        'An error occurred (NotImplemented) when calling the PutObject operation: A header you provided implies functionality that is not implemented',
    },
    {
      feature: 'encryption with a key of the client (`s3 cp --sse-c`)',
      does: 'aws s3 cp --sse-c AES256 --sse-c-key 01234567890123456789012345678901 part $at/own',
      refused:
        'An error occurred (NotImplemented) when calling the PutObject operation: A header you provided implies functionality that is not implemented',
    },
    {
      feature: 'queries of CSV (`select-object-content`)',
      does: `aws s3api select-object-content $here --key moved --expression 'select * from s3object' --expression-type SQL --input-serialization CSV={} --output-serialization CSV={} out`,
      refused:
        'An error occurred (NotImplemented) when calling the SelectObjectContent operation: POST of select is not implemented',
    },
    {
      feature: 'notifications',
      does: `user aws s3api put-bucket-notification-configuration $here --notification-configuration '{"QueueConfigurations":[{"QueueArn":"arn:aws:sqs:in-mum:1:q","Events":["s3:ObjectCreated:*"]}]}'`,
      refused:
        'An error occurred (NotImplemented) when calling the PutBucketNotificationConfiguration operation: PUT of notification is not implemented',
    },
    {
      feature: 'replication',
      does: `user aws s3api put-bucket-replication $here --replication-configuration '{"Role":"arn:aws:iam::1:role/r","Rules":[{"Status":"Enabled","Destination":{"Bucket":"arn:aws:s3:::b"}}]}'`,
      refused:
        'An error occurred (NotImplemented) when calling the PutBucketReplication operation: PUT of replication is not implemented',
    },
    {
      feature: 'a website',
      does: 'user aws s3 website $at --index-document index.html',
      refused:
        'An error occurred (NotImplemented) when calling the PutBucketWebsite operation: PUT of website is not implemented',
    },
    {
      feature: 'a key that only reads: `s3 rm`',
      does: 'reader aws s3 rm $at/moved',
      refused: 'An error occurred (AccessDenied) when calling the DeleteObject operation: Access Denied',
    },
    {
      feature: 'a bucket that is there (`s3 mb`)',
      does: 'user aws s3 mb s3://$BUCKET',
      refused:
        'An error occurred (BucketAlreadyOwnedByYou) when calling the CreateBucket operation: Your previous request to create the named bucket succeeded and you already own it.',
    },
    {
      feature: 'remove all (`s3 rm --recursive`)',
      does: 'aws s3 rm --quiet --recursive $at; aws s3 ls --recursive $at | wc -l',
      shows: '0',
    },
  ],
};
