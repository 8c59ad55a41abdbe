import type * as english from '../en/offline.js';
import type { Translation } from '../section.js';

export default {
  offlineStatus: {
    offline: 'Je bent offline.',
    unreachable: 'De server is niet bereikbaar. We proberen het automatisch opnieuw.',
    replaying: 'Wijzigingen versturen…',
    'signed-out': 'Log opnieuw in om je wijzigingen te versturen.',
    'other-person':
      'Op dit apparaat wachten wijzigingen van een andere gebruiker. Ze worden verstuurd als die gebruiker inlogt.',
    stopped: 'Je wijzigingen op dit apparaat kunnen niet worden gelezen. Laad de pagina opnieuw.',
    storage_full: 'Er is geen ruimte meer op dit apparaat. Maak ruimte vrij om het versturen af te ronden.',
    done: 'Al je wijzigingen zijn verstuurd.',
    waiting: {
      one: 'Er wacht één wijziging op dit apparaat.',
      other: 'Er wachten {count} wijzigingen op dit apparaat.',
    },
    progress: 'Verstuurde wijzigingen',
    list: 'Wijzigingen waarover je moet beslissen',
    change: 'Een wijziging',
    changed: 'Dit is intussen ergens anders gewijzigd.',
    exists: 'Dit bestaat al op de server.',
    gone: 'Dit bestaat niet meer op de server.',
    forbidden: 'Je mag deze wijziging niet doen.',
    too_large: 'Deze wijziging is te groot voor de server.',
    invalid: 'De server accepteert deze inhoud niet.',
    unsendable: 'Het bestand staat niet op dit apparaat of de server kan het niet ontvangen.',
    state: 'De server kan deze wijziging nu niet verwerken. Probeer het later opnieuw.',
    mine: 'Mijn versie behouden',
    again: 'Opnieuw proberen',
    theirs: 'Versie van de server gebruiken',
    undo: 'Ongedaan maken',
    drop: 'Weggooien',
    about: '{choice}: {subject}',
    unauthenticated: 'Log opnieuw in om te beslissen.',
    wrong_account: 'Er is een andere gebruiker ingelogd. Log opnieuw in om te beslissen.',
  },
  signOut: {
    button: 'Uitloggen',
    confirming: '',
    title: 'Uitloggen en wijzigingen verliezen?',
    unsent: {
      one: '1 wijziging is niet naar de server gestuurd. Als je uitlogt, ben je die kwijt.',
      other: '{count} wijzigingen zijn niet naar de server gestuurd. Als je uitlogt, ben je die kwijt.',
    },
    confirm: 'Uitloggen en wijzigingen verliezen',
    everythingTitle: 'Alles van dit apparaat verwijderen?',
    everythingText:
      'Je wordt uitgelogd en alle gegevens die deze site op dit apparaat heeft opgeslagen, worden verwijderd.',
    everythingConfirm: 'Uitloggen en verwijderen',
    cancel: 'Ingelogd blijven',
    signingOut: 'Uitloggen…',
    unconfirmed: 'Je bent uitgelogd op dit apparaat. De server krijgt dit door zodra je online bent.',
    done: 'Je bent uitgelogd.',
    remains: 'Je bent uitgelogd, maar een deel van je gegevens kon niet van dit apparaat worden verwijderd.',
    cancelled: 'Je bent nog ingelogd.',
  },
} satisfies Translation<typeof english>;
