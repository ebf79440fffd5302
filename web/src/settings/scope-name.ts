import { t, tCode } from '../texts/t.ts';

/** `custom_fields:write` in plain words. */
export function scopeName(scope: string): string {
  const [subject = '', access] = scope.split(':');
  const name = tCode('scope', subject, subject.replaceAll('_', ' '));
  return t(access === 'write' ? 'accountSettings.canChange' : 'accountSettings.canRead', { subject: name });
}
