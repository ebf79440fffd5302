import { t, tCode } from '../texts/t.ts';

/** The name of a scope such as `custom_fields:write`. */
export function scopeName(scope: string): string {
  const [subject = '', access] = scope.split(':');
  const name = tCode('scope', subject, subject.replaceAll('_', ' '));
  return t(access === 'write' ? 'accountSettings.canChange' : 'accountSettings.canRead', { subject: name });
}
