type TransparencyData = { eventStatus: string; gdprApplies?: boolean; purpose?: { consents?: Record<number, boolean> } };

declare const __tcfapi: (command: string, version: number, listener: (data: TransparencyData, success: boolean) => void) => void;

/**
 * Listens to a consent manager of the Transparency and Consent Framework: purpose 1 is storing and reading information on a device.
 */
export default function listen(setConsent: (given: boolean) => void): void {
  try {
    __tcfapi('addEventListener', 2, (data, success) => {
      // Until the manager has loaded and the person has decided, its events contain no decision.
      if (success && /^(tcl|user)/.test(data.eventStatus)) {
        setConsent(data.gdprApplies === false || !!data.purpose?.consents?.[1]);
      }
    });
  } catch {
    // The manager may load after this script.
    setTimeout(listen, 1e3, setConsent);
  }
}
