import { Tooltip } from '../ui/tooltip.tsx';
import { type NoCompanyReason, noCompanyReasons } from './no-company-reasons.ts';

/** Says why a visit has no company; the tooltip explains it. */
export function NoCompany({ reason }: { reason: NoCompanyReason }) {
  const { label, explanation } = noCompanyReasons[reason];
  const trigger = (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the tooltip must be reachable with the keyboard.
    <span className="soft cut" tabIndex={0} data-testid="no-company">
      {label}
    </span>
  );
  return <Tooltip trigger={trigger}>{explanation}</Tooltip>;
}
