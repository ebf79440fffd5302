export type AlertSettings = {
  /** E-mail to the owner of the feed. */
  email: boolean;
  /** Additional users who get e-mail. */
  recipients: string[];
  webhook: string | null;
  /** Leads that enter the feed while alerts are paused are not announced later. */
  paused: boolean;
};

export const noAlerts: AlertSettings = { email: false, recipients: [], webhook: null, paused: false };

/** Settings stored by older versions lack newer fields. */
export function readAlertSettings(stored: Partial<AlertSettings>): AlertSettings {
  return { ...noAlerts, ...stored };
}
