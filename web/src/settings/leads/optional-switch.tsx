import formStyles from '../../ui/form.module.css';
/** Marks a criterion as optional. The label names it, because a form has several. */
export function OptionalSwitch({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className={formStyles.switch}>
      <input type="checkbox" aria-label={`Optional: ${label}`} checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      Optional
    </label>
  );
}
