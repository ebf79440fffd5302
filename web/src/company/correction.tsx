import { useState } from 'react';
import { useWork } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-query.ts';
import { Dialog } from '../ui/dialog.tsx';
import { Field, FormTrouble, textOf } from '../ui/field.tsx';
import { useToast } from '../ui/toast.tsx';

type CorrectionProps = { companyId: string; network: { cidr?: string } | null; isConfirmed: boolean };

/**
 * One click to say that the data are right or wrong about a network, and one more to take it back. Past visits are judged anew
 * in the background.
 */
export function Correction({ companyId, network, isConfirmed }: CorrectionProps) {
  const { mayEdit } = useWork();
  const [isOpen, setOpen] = useState(false);
  const change = useAccountChange<{ id: string } | undefined>({ quiet: true });
  const tell = useToast();
  if (!mayEdit || !network?.cidr) return null;
  const correct = (body: Record<string, unknown>, words: string) =>
    change.mutate(
      { method: 'POST', path: '/corrections', body: { target: network.cidr, ...body } },
      {
        onSuccess: (made) => {
          setOpen(false);
          tell(`${words} Past visits follow in a moment.`, {
            name: 'Undo',
            run: () => made && change.mutate({ method: 'DELETE', path: `/corrections/${made.id}` }),
          });
        },
        onError: (error) => !isOpen && tell(error.message),
      },
    );
  return (
    <div className="actions">
      {!isConfirmed && (
        <button type="button" className="button small" onClick={() => correct({ effect: 'company', company: companyId }, 'Confirmed.')}>
          It is them
        </button>
      )}
      <button type="button" className="button small" onClick={() => correct({ effect: 'not_a_company' }, 'Corrected.')}>
        Not them
      </button>
      <button type="button" className="button quiet small" onClick={() => setOpen(true)}>
        Someone else …
      </button>
      <Dialog title={`Who is behind ${network.cidr}?`} open={isOpen} onClose={() => setOpen(false)}>
        <form
          className="form"
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            const companyName = textOf(form, 'companyName') || undefined;
            correct({ effect: 'company', company: textOf(form, 'company'), companyName }, 'Corrected.');
          }}
        >
          <Field label="Domain of the company" name="company" required autoFocus placeholder="example.com" error={change.error} />
          <Field label="Its name, if it is new here" name="companyName" error={change.error} />
          <FormTrouble error={change.error} fields={['company', 'companyName']} />
          <div className="actions">
            <button type="button" className="button quiet small" onClick={() => correct({ effect: 'ignore' }, 'Ignored from now on.')}>
              It is us or a partner: keep no visits from there
            </button>
            <span style={{ flex: 1 }} />
            <button type="submit" className="button main" disabled={change.isPending}>
              Correct it
            </button>
          </div>
        </form>
      </Dialog>
    </div>
  );
}
