import type * as english from '../en/sign-in.js';
import type { Translation } from '../section.js';

export default {
  errors: {
    unsupported: 'Mit diesem Browser funktionieren Passkeys hier nicht. Melden Sie sich auf andere Weise an.',
    invalid_rp_id: 'Passkeys funktionieren unter dieser Adresse nicht. Melden Sie sich auf andere Weise an.',
    misconfigured: 'Diese Seite ist nicht richtig eingerichtet.',
    embedded: 'Öffnen Sie diese Seite in einem eigenen Fenster, um fortzufahren.',
    challenge_expired: 'Das hat zu lange gedauert. Versuchen Sie es erneut.',
    rejected: 'Das hat nicht funktioniert. Versuchen Sie es erneut oder auf andere Weise.',
    rate_limited: 'Zu viele Versuche. Warten Sie ein paar Minuten und versuchen Sie es dann erneut.',
    timed_out: 'Das hat zu lange gedauert. Versuchen Sie es erneut.',
    network: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung und versuchen Sie es erneut.',
    bad_response: 'Auf dem Server ist ein Problem aufgetreten. Versuchen Sie es später erneut.',
    next_step: 'Ein weiterer Schritt ist nötig. Machen Sie auf der Anmeldeseite weiter.',
  },
  signIn: {
    username: 'Benutzername',
    button: 'Mit Passkey anmelden',
    asking: 'Fahren Sie im Dialogfeld fort.',
    verifying: 'Wird geprüft …',
    done: 'Sie sind angemeldet.',
    cancelled: 'Es wurde kein Passkey verwendet. Versuchen Sie es erneut.',
    unknown_credential: 'Dieser Passkey wurde aus diesem Konto entfernt. Melden Sie sich auf andere Weise an.',
  },
  immediate: {
    no_local_passkey: 'Auf diesem Gerät gibt es keinen Passkey für diese Website. Melden Sie sich auf andere Weise an.',
  },
  stepUp: {
    button: 'Identität bestätigen',
    done: 'Bestätigt.',
    cancelled: 'Nicht bestätigt. Versuchen Sie es erneut.',
    unknown_credential: 'Dieser Passkey wurde aus diesem Konto entfernt. Verwenden Sie einen anderen.',
    wrong_account: 'Dieser Passkey gehört zu einem anderen Konto. Verwenden Sie einen Passkey dieses Kontos.',
    unauthenticated: 'Melden Sie sich zuerst an.',
    step_up_required: 'Dieses Konto hat keinen Passkey. Melden Sie sich erneut an, um Ihre Identität zu bestätigen.',
  },
  passwordForm: {
    username: 'Benutzername',
    password: 'Passwort',
    button: 'Anmelden',
    asking: 'Fahren Sie im Dialogfeld fort.',
    verifying: 'Anmeldung läuft …',
    done: 'Sie sind angemeldet.',
    rejected:
      'Benutzername oder Passwort ist falsch. Versuchen Sie es erneut oder melden Sie sich auf andere Weise an.',
    unsupported: 'Passwörter können hier nicht verwendet werden. Melden Sie sich auf andere Weise an.',
    unknown_credential: 'Dieser Passkey wurde aus diesem Konto entfernt. Melden Sie sich auf andere Weise an.',
    no_local_passkey: 'Melden Sie sich mit Benutzername und Passwort an.',
    wait: {
      one: 'Zu viele Versuche. Warten Sie eine Minute und versuchen Sie es dann erneut.',
      other: 'Zu viele Versuche. Warten Sie {minutes} Minuten und versuchen Sie es dann erneut.',
    },
  },
} satisfies Translation<typeof english>;
