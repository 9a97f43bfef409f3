/*
 * What most pages have that neither the home page nor the login is made of: forms, questions, whole lists. One file,
 * which comes with the first page that has any of it: each of these files imports this one (`withCore` in
 * bundle/slim.ts), for the same reason as in core.ts.
 */
import './core.ts';
import './api/preview.ts';
import './parts/as-command.tsx';
import './parts/confirm.tsx';
import './parts/edit-labels.tsx';
import './parts/field.tsx';
import './parts/list-page.tsx';
import './parts/operation-form.tsx';
import './parts/pick.tsx';
import './parts/price.tsx';
import './parts/refusal.tsx';
import './parts/rows.tsx';
import './parts/size.ts';
import './parts/tags.tsx';
import './parts/text-field.tsx';
