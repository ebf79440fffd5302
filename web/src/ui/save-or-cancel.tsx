type Props = { isSaving: boolean; onCancel: () => void };

/** The buttons of an inline form. */
export function SaveOrCancel({ isSaving, onCancel }: Props) {
  return (
    <div className="actions end">
      <button type="button" className="button quiet small" onClick={onCancel}>
        Cancel
      </button>
      <button type="submit" className="button main small" disabled={isSaving}>
        Save
      </button>
    </div>
  );
}
