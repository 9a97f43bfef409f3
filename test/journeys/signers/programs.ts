import { execFile, spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Answered, Send } from './asked.ts';

const script = fileURLToPath(new URL('./botocore_send.py', import.meta.url));

/** botocore, the signer of the AWS CLI and of boto3. */
export const botocore: Send = async (signer, requests) => {
  const python = spawn('python3', [script], { stdio: ['pipe', 'pipe', 'inherit'] });
  python.stdin.end(JSON.stringify({ ...signer, requests }));
  return JSON.parse(await text(python.stdout)) as Answered[];
};

/** curl --aws-sigv4, which has the header form only. */
export const curl: Send = async ({ baseUrl, keyId, secret }, requests) => {
  const answers: Answered[] = [];
  for (const { method, target, body } of requests) {
    const data = body ? ['-H', 'content-type: application/json', '--data-binary', body] : [];
    const sigv4 = ['--aws-sigv4', 'aws:amz:in-mum:svc', '--user', `${keyId}:${secret}`];
    const args = ['-sgX', method, ...sigv4, ...data, '-w', '\n%{http_code}', baseUrl + target];
    const { stdout } = await promisify(execFile)('curl', args);
    const cut = stdout.lastIndexOf('\n');
    answers.push({ status: Number(stdout.slice(cut + 1)), text: stdout.slice(0, cut) });
  }
  return answers;
};
