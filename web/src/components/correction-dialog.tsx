import { useState } from 'react';
import { useWork } from '../lib/session.tsx';
import { useAccountChange } from '../lib/use-account-query.ts';
import { Dialog } from './dialog.tsx';
import { Field, FormTrouble, textOf } from './field.tsx';
import { useToast } from './toast.tsx';

const effects = {
  not_a_company: 'Nobody in particular: do not show visits from there as a company',
  company: 'Another company',
  ignore: 'Us, or a partner: do not keep visits from there at all',
};

/** One click to say that the data are wrong about a network. Past visits are judged anew in the background. */
export function CorrectionDialog({ network }: { network: { cidr?: string } | null }) {
  const { mayEdit } = useWork();
  const [isOpen, setOpen] = useState(false);
  const [effect, setEffect] = useState('not_a_company');
  const change = useAccountChange({ quiet: true });
  const tell = useToast();
  if (!mayEdit || !network?.cidr) return null;
  const correct = (form: FormData) =>
    change.mutate(
      {
        method: 'POST',
        path: '/corrections',
        body: {
          target: network.cidr,
          effect,
          ...(effect === 'company' ? { company: textOf(form, 'company'), companyName: textOf(form, 'companyName') || undefined } : {}),
        },
      },
      {
        onSuccess: () => {
          setOpen(false);
          tell('Corrected. Past visits follow in a moment.');
        },
      },
    );
  return (
    <>
      <button type="button" className="button quiet small" onClick={() => setOpen(true)}>
        Not them?
      </button>
      <Dialog title={`Who is behind ${network.cidr}?`} open={isOpen} onClose={() => setOpen(false)}>
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            correct(new FormData(event.currentTarget));
          }}
        >
          {Object.entries(effects).map(([name, words]) => (
            <label key={name} className="switch">
              <input type="radio" name="effect" checked={effect === name} onChange={() => setEffect(name)} />
              {words}
            </label>
          ))}
          {effect === 'company' && (
            <>
              <Field label="Domain of the company" name="company" required placeholder="example.com" error={change.error} />
              <Field label="Its name, if it is new here" name="companyName" error={change.error} />
            </>
          )}
          <FormTrouble error={change.error} fields={['company', 'companyName']} />
          <div className="actions end">
            <button type="submit" className="button main" disabled={change.isPending}>
              Correct it
            </button>
          </div>
        </form>
      </Dialog>
    </>
  );
}
