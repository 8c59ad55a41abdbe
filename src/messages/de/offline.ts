import type * as english from '../en/offline.js';
import type { Translation } from '../section.js';

export default {
  offlineStatus: {
    offline: 'Sie sind offline.',
    unreachable: 'Der Server ist nicht erreichbar. Ein neuer Versuch folgt automatisch.',
    replaying: 'Ihre Änderungen werden gesendet …',
    'signed-out': 'Melden Sie sich erneut an, um Ihre Änderungen zu senden.',
    'other-person':
      'Auf diesem Gerät warten Änderungen einer anderen Person. Sie werden gesendet, wenn sich diese Person anmeldet.',
    stopped: 'Ihre Änderungen auf diesem Gerät können nicht gelesen werden. Laden Sie die Seite neu.',
    storage_full:
      'Auf diesem Gerät ist kein Speicherplatz mehr frei. Geben Sie Speicherplatz frei, um das Senden abzuschließen.',
    done: 'Alle Ihre Änderungen wurden gesendet.',
    waiting: { one: 'Eine Änderung wartet auf diesem Gerät.', other: '{count} Änderungen warten auf diesem Gerät.' },
    progress: 'Gesendete Änderungen',
    list: 'Änderungen zur Entscheidung',
    change: 'Eine Änderung',
    changed: 'Dies wurde inzwischen anderswo geändert.',
    exists: 'Dies gibt es auf dem Server bereits.',
    gone: 'Dies gibt es auf dem Server nicht mehr.',
    forbidden: 'Sie dürfen diese Änderung nicht vornehmen.',
    too_large: 'Diese Änderung ist zu groß für den Server.',
    invalid: 'Der Server nimmt diesen Inhalt nicht an.',
    unsendable: 'Die Datei fehlt auf diesem Gerät oder der Server kann sie nicht empfangen.',
    state: 'Der Server kann diese Änderung gerade nicht vornehmen. Versuchen Sie es später erneut.',
    mine: 'Meine Version behalten',
    again: 'Erneut versuchen',
    theirs: 'Version vom Server verwenden',
    undo: 'Rückgängig machen',
    drop: 'Verwerfen',
    about: '{choice}: {subject}',
    unauthenticated: 'Melden Sie sich erneut an, um zu entscheiden.',
    wrong_account: 'Jemand anderes ist angemeldet. Melden Sie sich erneut an, um zu entscheiden.',
  },
  signOut: {
    button: 'Abmelden',
    confirming: '',
    title: 'Abmelden und Änderungen verlieren?',
    unsent: {
      one: '1 Änderung wurde nicht an den Server gesendet. Wenn Sie sich abmelden, geht sie verloren.',
      other: '{count} Änderungen wurden nicht an den Server gesendet. Wenn Sie sich abmelden, gehen sie verloren.',
    },
    uncountedTitle: 'Trotzdem abmelden?',
    uncounted:
      'Möglicherweise wurden einige Änderungen nicht an den Server gesendet. Wenn Sie sich abmelden, gehen sie verloren.',
    confirm: 'Abmelden und Änderungen verlieren',
    everythingTitle: 'Alles von diesem Gerät entfernen?',
    everythingText:
      'Sie werden abgemeldet. Alle Daten, die diese Website auf diesem Gerät gespeichert hat, werden entfernt.',
    everythingConfirm: 'Abmelden und entfernen',
    cancel: 'Angemeldet bleiben',
    signingOut: 'Abmeldung läuft …',
    unconfirmed: 'Sie sind auf diesem Gerät abgemeldet. Der Server wird informiert, sobald Sie online sind.',
    done: 'Sie sind abgemeldet.',
    remains: 'Sie sind abgemeldet, aber einige Ihrer Daten konnten nicht von diesem Gerät entfernt werden.',
    cancelled: 'Sie sind weiterhin angemeldet.',
  },
  sessionNotice: {
    signedInAs: 'Sie sind als {name} angemeldet.',
    signedIn: 'Sie sind angemeldet.',
    goOn: 'Weiter',
    otherAccount: 'Anderes Konto verwenden',
  },
} satisfies Translation<typeof english>;
