/** Marks a criterion that need not hold for a match. Named, because several of them stand on one form. */
export function OptionalMark({ label, isOn, onChange }: { label: string; isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <label className="switch">
      <input type="checkbox" aria-label={`Optional: ${label}`} checked={isOn} onChange={(event) => onChange(event.target.checked)} />
      Optional
    </label>
  );
}
