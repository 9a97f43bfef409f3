/** Whether this console is of a platform on this computer: that listens to these names alone, and no other does. */
const isLaptop = (): boolean => /^(?:127\.0\.0\.1|(?:[a-z0-9-]+\.)*localhost)$/i.test(location.hostname);

/** What is on a laptop only, for who is at its login. */
export function LaptopLinks() {
  if (!isLaptop()) return null;
  return (
    <nav className="row about" aria-label="This platform">
      <a href="/docs">API reference</a>
      <a href="/dev/outbox.html">Mailbox</a>
      <a href="/dev/start.html">First steps</a>
    </nav>
  );
}

/** Where a mail is that the platform sent: on a laptop, in its own mailbox. */
export function MailboxHint() {
  if (!isLaptop()) return null;
  return (
    <p className="about">
      This platform runs on this computer. It keeps every mail in its own <a href="/dev/outbox.html">mailbox</a>.
    </p>
  );
}
