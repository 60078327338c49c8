/** Submits a form like the page's own: the browser navigates to the response, and no address holds the fields. */
export function post(path: string, fields: Readonly<Record<string, string>>): void {
  const form = document.createElement('form');
  form.method = 'post';
  form.action = path;
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    input.type = 'hidden';
    Object.assign(input, { name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}
