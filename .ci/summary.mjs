// Reads vitest's JSON reports (its arguments), names every test that failed with the first line of its message, and
// prints `N passed, N failed` over all, with `, N skipped` when there are any. Plain JavaScript for the system's own
// Node. A file that could not be loaded counts as one failure; so does a missing report.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

function count(path) {
  try {
    const report = JSON.parse(readFileSync(path, 'utf8'));
    report.testResults.forEach(nameFailures);
    const broken = report.testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    ).length;
    const failed = report.numFailedTests + broken;
    return {
      passed: report.numPassedTests,
      failed: failed === 0 && !report.success ? 1 : failed,
      skipped: report.numPendingTests + report.numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

function nameFailures({ name, status, message, assertionResults }) {
  if (status !== 'failed') return;
  const file = relative(process.cwd(), name);
  const failures = assertionResults.filter((test) => test.status === 'failed');
  if (failures.length === 0) console.log(`failed: ${file}: ${firstLine(message)}`);
  for (const { fullName, failureMessages } of failures)
    console.log(`failed: ${file} > ${fullName}: ${firstLine(failureMessages[0])}`);
}

const firstLine = (message) => (message ?? '').split('\n', 1)[0];

const counts = process.argv.slice(2).map(count);
const sum = (what) => counts.reduce((all, one) => all + one[what], 0);
const [passed, failed, skipped] = ['passed', 'failed', 'skipped'].map(sum);
console.log(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`);
