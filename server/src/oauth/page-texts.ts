import type { ProblemKind } from '../domain/problem.ts';
import type { Language } from '../domain/users/user.ts';

type PageTexts = {
  signIn: string;
  signInWith(provider: string): string;
  usePasskey: string;
  /** `app` is inserted without escaping. */
  wantsAccess(app: string): string;
  email: string;
  password: string;
  secondFactor: string;
  enterCode: string;
  code: string;
  continue: string;
  cancel: string;
  allow: string;
  /** `email` and `host` are inserted without escaping. */
  signedInAs(email: string, host: string): string;
  canDo(app: string): string;
  inAccounts(count: number): string;
  somethingWentWrong: string;
  startAgain: string;
  expired: string;
  failed: string;
  unavailable: string;
  tooManyRequests: string;
  unnamedApp: string;
  /** Explains why signing in failed. `title` is the English message. */
  problem(kind: ProblemKind, title: string): string;
  /** Shown when the challenge of the second factor has expired. */
  signInExpired: string;
  wrongCode: string;
};

const germanProblems: Partial<Record<ProblemKind, string>> = {
  unauthenticated: 'Die E-Mail-Adresse oder das Passwort ist falsch.',
  invalid_input: 'Das ist keine E-Mail-Adresse.',
  forbidden: 'Melden Sie sich über den Anmeldedienst Ihres Unternehmens an: Passwörter sind hier nur für Inhaber.',
  too_many_requests: 'Zu viele Versuche. Warten Sie einige Minuten und versuchen Sie es dann noch einmal.',
};

/** The texts of the sign-in and consent pages. */
export const pageTexts: Record<Language, PageTexts> = {
  en: {
    signIn: 'Sign in',
    signInWith: (provider) => `Sign in with ${provider}`,
    usePasskey: 'Use a passkey',
    wantsAccess: (app) => `${app} wants access to your Leadlight account`,
    email: 'E-mail',
    password: 'Password',
    secondFactor: 'Two-factor authentication',
    enterCode: 'Enter the code from your authenticator app, or a recovery code.',
    code: 'Code',
    continue: 'Continue',
    cancel: 'Cancel',
    allow: 'Allow',
    signedInAs: (email, host) => `You are signed in as ${email}. You will be redirected to ${host}.`,
    canDo: (app) => `${app} will be able to:`,
    inAccounts: (count) => (count === 1 ? 'in this account:' : 'in these accounts:'),
    somethingWentWrong: 'Something went wrong',
    startAgain: 'Go back to the application and start again.',
    expired: 'This request has expired or belongs to another browser.',
    failed: 'The request could not be handled.',
    unavailable: 'The service is not ready right now. Try again later.',
    tooManyRequests: 'There were too many requests from your network. Wait a minute.',
    unnamedApp: 'An application',
    problem: (_kind, title) => title,
    signInExpired: 'This sign-in took too long. Start again.',
    wrongCode: 'This code is wrong or has already been used. Enter a new one.',
  },
  de: {
    signIn: 'Anmelden',
    signInWith: (provider) => `Mit ${provider} anmelden`,
    usePasskey: 'Passkey verwenden',
    wantsAccess: (app) => `${app} möchte auf Ihr Leadlight-Konto zugreifen`,
    email: 'E-Mail',
    password: 'Passwort',
    secondFactor: 'Zwei-Faktor-Authentifizierung',
    enterCode: 'Geben Sie den Code Ihrer Authenticator-App oder einen Wiederherstellungscode ein.',
    code: 'Code',
    continue: 'Weiter',
    cancel: 'Abbrechen',
    allow: 'Zulassen',
    signedInAs: (email, host) => `Sie sind als ${email} angemeldet. Sie werden zu ${host} weitergeleitet.`,
    canDo: (app) => `${app} kann dann:`,
    inAccounts: (count) => (count === 1 ? 'in diesem Konto:' : 'in diesen Konten:'),
    somethingWentWrong: 'Etwas ist schiefgegangen',
    startAgain: 'Gehen Sie zurück zur Anwendung und beginnen Sie von vorn.',
    expired: 'Diese Anfrage ist abgelaufen oder gehört zu einem anderen Browser.',
    failed: 'Die Anfrage konnte nicht bearbeitet werden.',
    unavailable: 'Der Dienst ist gerade nicht bereit. Versuchen Sie es später noch einmal.',
    tooManyRequests: 'Aus Ihrem Netz kamen zu viele Anfragen. Warten Sie eine Minute.',
    unnamedApp: 'Eine Anwendung',
    problem: (kind, title) => germanProblems[kind] ?? title,
    signInExpired: 'Diese Anmeldung hat zu lange gedauert. Beginnen Sie von vorn.',
    wrongCode: 'Dieser Code ist falsch oder wurde schon verwendet. Geben Sie einen neuen ein.',
  },
};
