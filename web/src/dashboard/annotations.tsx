import { useState } from 'react';
import type { Annotation } from '../api/responses.ts';
import { useWorkspace } from '../api/session.tsx';
import { useAccountChange } from '../api/use-account-change.ts';
import { formatDay } from '../lib/format.ts';
import { t } from '../texts/t.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { DialogFooter } from '../ui/dialog-footer.tsx';
import { Field, FormError, textOf } from '../ui/field.tsx';
import formStyles from '../ui/form.module.css';
import { Icon } from '../ui/icon.tsx';
import type { Interval } from '../ui/intervals.ts';
import styles from './annotations.module.css';

type ShownAnnotation = Pick<Annotation, 'id' | 'day' | 'body'> & { author?: string };

/** Notes on days, below the chart that marks them. */
export function Annotations({ annotations, interval }: { annotations: ShownAnnotation[]; interval: Interval | null }) {
  const { canEdit } = useWorkspace();
  const remove = useAccountChange('DELETE /annotations/:annotationId');
  if (annotations.length === 0 && !(canEdit && interval)) return null;
  return (
    <div className={styles.annotations}>
      <AnnotationList annotations={annotations} onDelete={canEdit ? (annotationId) => remove.mutate({ params: { annotationId } }) : null} />
      {canEdit && interval && <AddAnnotation interval={interval} />}
    </div>
  );
}

export function AnnotationList({ annotations, onDelete }: { annotations: ShownAnnotation[]; onDelete: ((id: string) => void) | null }) {
  return (
    <ul data-testid="annotations">
      {annotations.map(({ id, day, body, author }) => (
        <li key={id} title={author}>
          <span className="faint number">{formatDay(day)}</span> {body}
          {onDelete && (
            <Button quiet icon small aria-label={t('common.removeNamed', { name: body })} onClick={() => onDelete(id)}>
              <Icon name="close" size={12} />
            </Button>
          )}
        </li>
      ))}
    </ul>
  );
}

function AddAnnotation({ interval }: { interval: Interval }) {
  const [isOpen, setOpen] = useState(false);
  const create = useAccountChange('POST /annotations', { quiet: true });
  const close = () => {
    create.reset();
    setOpen(false);
  };
  return (
    <>
      <Button quiet small onClick={() => setOpen(true)}>
        <Icon name="plus" size={14} /> {t('dashboard.addAnnotation')}
      </Button>
      <Dialog title={t('dashboard.addAnnotation')} open={isOpen} onClose={close}>
        <form
          className={formStyles.form}
          onSubmit={(event) => {
            event.preventDefault();
            const form = new FormData(event.currentTarget);
            create.mutate({ body: { day: textOf(form, 'day'), body: textOf(form, 'body') } }, { onSuccess: close });
          }}
        >
          <Field
            label={t('dashboard.day')}
            name="day"
            type="date"
            required
            min={interval.from}
            max={interval.to}
            defaultValue={interval.to}
          />
          <Field
            label={t('dashboard.whatHappened')}
            name="body"
            required
            autoFocus
            maxLength={200}
            placeholder={t('dashboard.annotationExample')}
            error={create.error}
          />
          <FormError error={create.error} fields={['body']} />
          <DialogFooter>
            <Button type="submit" main disabled={create.isPending}>
              {t('common.save')}
            </Button>
          </DialogFooter>
        </form>
      </Dialog>
    </>
  );
}
