import { errorMessage } from '../../lib/error-message.ts';
import { OperatorError } from '../../lib/operator-error.ts';

export type Finding = {
  check: string;
  ok: boolean;
  /** Whether a check that passed still needs attention. */
  warning?: boolean;
  found: string;
  fix?: string;
};

/** Long enough for a busy machine, short enough for an interactive command. */
const checkTimeoutMs = 3000;

/** Runs a check. A timeout or an error becomes a failed finding. */
export async function runCheck(check: string, work: () => Finding | Promise<Finding>, fix?: string): Promise<Finding> {
  const found = `no response within ${checkTimeoutMs / 1000} s`;
  const timeout = new Promise<Finding>((resolve) => setTimeout(() => resolve({ check, ok: false, found, fix }), checkTimeoutMs).unref());
  try {
    return await Promise.race([(async () => work())(), timeout]);
  } catch (error) {
    // Such a message says itself what to do.
    const isExplained = error instanceof OperatorError;
    return { check, ok: false, found: errorMessage(error), ...(!isExplained && { fix }) };
  }
}
