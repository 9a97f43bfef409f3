/*
 * What most pages are made of: one file of the first load. Every file that is loaded later imports this one
 * (`withCore` in bundle/slim.ts), so the bundler never makes a file of its own of a part that only some of them use.
 * Browsers ask for six files at a time, so thirty small ones take long.
 */
import './api/act.ts';
import './api/query.ts';
import './parts/copy.tsx';
import './parts/empty.tsx';
import './parts/facts.tsx';
import './parts/heading.tsx';
import './parts/loading.tsx';
import './parts/menu.tsx';
import './parts/money.ts';
import './parts/problem.tsx';
import './parts/ref.tsx';
import './parts/refused.ts';
import './parts/shown.tsx';
import './parts/status.tsx';
import './parts/table.tsx';
import './parts/tabs.tsx';
import './parts/time.tsx';
import './parts/toasts.tsx';
import './shell/page.ts';
import './shell/router.ts';
import './shell/session.ts';
import './shell/start.ts';
