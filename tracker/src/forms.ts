declare const leadlight: { (...call: unknown[]): void; q: { may: () => unknown } };

/** Finds the e-mail address that a person typed. Password fields are never read, and no other value leaves the page. */
function emailIn(form: HTMLFormElement): string | undefined {
  for (const field of Array.from(form.elements)) {
    if (field instanceof HTMLInputElement && /^(email|text)$/.test(field.type)) {
      const value = field.value.trim();
      const isForEmail = field.type === 'email' || /e-?mail/i.test(`${field.name} ${field.id} ${field.autocomplete}`);
      if (isForEmail && /^[^\s@]+@[^\s@.]+\.[^\s@]+$/.test(value)) {
        return value;
      }
    }
  }
}

/** Identifies a form by its attributes, because a field named `id`, `name` or `action` hides the property of the form. */
function nameOf(form: HTMLFormElement): string {
  return form.getAttribute('id') || form.getAttribute('name') || form.getAttribute('action') || 'form';
}

addEventListener(
  'submit',
  (event) => {
    try {
      const form = event.target as HTMLFormElement;
      leadlight('form', nameOf(form));
      // The e-mail address is used only if the person may be identified.
      if (leadlight.q.may()) {
        leadlight('identify', emailIn(form));
      }
    } catch {
      // Errors of the tracker must not reach the page.
    }
  },
  true,
);
