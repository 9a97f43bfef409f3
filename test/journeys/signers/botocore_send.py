"""Signs each request on stdin with botocore, sends it, and writes the status and body that came back, all as JSON."""
import json
import sys

from botocore.auth import SigV4Auth, SigV4QueryAuth
from botocore.awsrequest import AWSRequest
from botocore.credentials import Credentials
from botocore.httpsession import URLLib3Session

job = json.load(sys.stdin)
credentials = Credentials(job["keyId"], job["secret"])
signers = {
    "header": SigV4Auth(credentials, "svc", "in-mum"),
    "query": SigV4QueryAuth(credentials, "svc", "in-mum", expires=300),
}
session = URLLib3Session()
answers = []
for asked in job["requests"]:
    headers = {"Content-Type": "application/json"} if asked["body"] else {}
    url = job["baseUrl"] + asked["target"]
    request = AWSRequest(method=asked["method"], url=url, data=asked["body"].encode() or None, headers=headers)
    signers[asked["form"]].add_auth(request)
    answer = session.send(request.prepare())
    answers.append({"status": answer.status_code, "text": answer.text})
json.dump(answers, sys.stdout)
