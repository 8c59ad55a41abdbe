import type * as english from '../en/vault-keeping.js';
import type { Translation } from '../section.js';

export default {
  vaultKeeping: {
    last: 'Wenn Sie diesen Passkey verlieren, gehen nicht synchronisierte Änderungen verloren. Fügen Sie einen weiteren Passkey oder einen Wiederherstellungscode hinzu.',
    byCode: 'Passkey verloren? Fügen Sie einen neuen hinzu.',
    addPasskey: 'Passkey hinzufügen',
    makeCode: 'Wiederherstellungscode erstellen',
    goOn: 'Weiter',
    cancel: 'Abbrechen',
    offerTitle: 'Zuerst einen Passkey erstellen?',
    offerText: 'Ihr Konto hat noch keinen Passkey. Sie werden zweimal gefragt: zum Erstellen und Verwenden.',
    secondTitle: 'Jetzt den neuen Passkey verwenden',
    secondText: 'Das ist der letzte Schritt.',
    addTitle: 'Passkey hinzufügen?',
    addText: 'Verwenden Sie zuerst einen Passkey, der diese Daten bereits entsperrt, dann den neuen.',
    addByCodeText: 'Geben Sie Ihren Code erneut ein. Verwenden Sie dann den neuen Passkey.',
    newTitle: 'Jetzt der neue Passkey',
    newText: 'Wählen Sie den Passkey, der diese Daten künftig entsperren soll.',
    noOther: 'Alle Ihre Passkeys entsperren diese Daten bereits. Fügen Sie Ihrem Konto zuerst einen weiteren hinzu.',
    added: 'Passkey hinzugefügt.',
    codeTitle: 'Wiederherstellungscode erstellen?',
    codeText:
      'Er entsperrt diese Daten, wenn Sie Ihre Passkeys verlieren. Er wird nur einmal angezeigt und ersetzt einen früheren. Bestätigen Sie mit Ihrem Passkey.',
    shownTitle: 'Ihr Wiederherstellungscode',
    shownText: 'Bewahren Sie ihn sicher auf, nicht auf diesem Gerät. Er wird nur einmal angezeigt.',
    copy: 'Kopieren',
    copied: 'Kopiert',
    kept: 'Code gesichert',
    discard: 'Code verwerfen',
    coded: 'Wiederherstellungscode hinzugefügt.',
    enterTitle: 'Mit Wiederherstellungscode entsperren',
    enterText: 'Geben Sie Ihren Code ein, auch ohne Bindestriche und Großbuchstaben.',
    enterLabel: 'Wiederherstellungscode',
    unlock: 'Entsperren',
    wrongCode: 'Dieser Code entsperrt diese Daten nicht. Prüfen Sie ihn und versuchen Sie es erneut.',
    wipeTitle: 'Löschen und neu beginnen?',
    wipeText:
      'Die verschlüsselten Daten auf diesem Gerät werden gelöscht. Was auf dem Server liegt, wird wiederhergestellt.',
    unsent: {
      one: '1 Änderung wurde nicht an den Server gesendet und geht verloren.',
      other: '{count} Änderungen wurden nicht an den Server gesendet und gehen verloren.',
    },
    wipe: 'Löschen und neu beginnen',
    wiped: 'Gelöscht. Sie können die Daten dieser App wieder sperren.',
  },
} satisfies Translation<typeof english>;
