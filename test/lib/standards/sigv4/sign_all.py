"""Signs the drafts on stdin with botocore and writes what would go over the wire to stdout, both as JSON."""
import json
import sys

from botocore.auth import SigV4Auth, SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials

job = json.load(sys.stdin)
credentials = Credentials(job["keyId"], job["secret"])
signers = {
    "header": SigV4Auth(credentials, "svc", "in-mum"),
    "query": SigV4QueryAuth(credentials, "svc", "in-mum", expires=300),
}
signed = []
for form, draft in job["drafts"]:
    headers = {"Content-Type": "application/json"} if draft["body"] else {}
    url = "https://" + job["host"] + draft["target"]
    request = AWSRequest(method=draft["method"], url=url, data=draft["body"].encode() or None, headers=headers)
    signers[form].add_auth(request)
    prepared = request.prepare()
    plain = {k: v.decode() if isinstance(v, bytes) else v for k, v in prepared.headers.items()}
    body = prepared.body or b""
    signed.append({"url": prepared.url, "headers": plain, "body": body.decode() if isinstance(body, bytes) else body})
json.dump(signed, sys.stdout)
