import type * as english from '../en/sign-in.js';
import type { Translation } from '../section.js';

export default {
  errors: {
    unsupported: 'Deze browser kan hier geen passkeys gebruiken. Log op een andere manier in.',
    invalid_rp_id: 'Passkeys werken niet op dit adres. Log op een andere manier in.',
    misconfigured: 'Deze pagina is niet goed ingesteld.',
    embedded: 'Open deze pagina in een eigen venster om door te gaan.',
    challenge_expired: 'Dat duurde te lang. Probeer het opnieuw.',
    rejected: 'Dat is niet gelukt. Probeer het opnieuw of op een andere manier.',
    rate_limited: 'Te veel pogingen. Wacht een paar minuten en probeer het opnieuw.',
    timed_out: 'Dat duurde te lang. Probeer het opnieuw.',
    network: 'De server is niet bereikbaar. Controleer je verbinding en probeer het opnieuw.',
    bad_response: 'Er is een probleem met de server. Probeer het later opnieuw.',
    next_step: 'Er is nog een stap nodig. Ga verder op de inlogpagina.',
  },
  signIn: {
    username: 'Gebruikersnaam',
    button: 'Inloggen met een passkey',
    asking: 'Ga verder in het dialoogvenster.',
    verifying: 'Controleren…',
    done: 'Je bent ingelogd.',
    cancelled: 'Er is geen passkey gebruikt. Probeer het opnieuw.',
    unknown_credential: 'Die passkey is verwijderd uit dit account. Log op een andere manier in.',
  },
  immediate: {
    no_local_passkey: 'Op dit apparaat staat geen passkey voor deze site. Log op een andere manier in.',
  },
  stepUp: {
    button: 'Identiteit bevestigen',
    done: 'Bevestigd.',
    cancelled: 'Niet bevestigd. Probeer het opnieuw.',
    unknown_credential: 'Die passkey is verwijderd uit dit account. Gebruik een andere.',
    wrong_account: 'Die passkey hoort bij een ander account. Gebruik een passkey van dit account.',
    unauthenticated: 'Log eerst in.',
    step_up_required: 'Dit account heeft geen passkey. Log opnieuw in om je identiteit te bevestigen.',
  },
  passwordForm: {
    username: 'Gebruikersnaam',
    password: 'Wachtwoord',
    button: 'Inloggen',
    asking: 'Ga verder in het dialoogvenster.',
    verifying: 'Inloggen…',
    done: 'Je bent ingelogd.',
    rejected: 'Gebruikersnaam of wachtwoord onjuist. Probeer het opnieuw of log op een andere manier in.',
    unsupported: 'Je kunt hier geen wachtwoord gebruiken. Log op een andere manier in.',
    unknown_credential: 'Die passkey is verwijderd uit dit account. Log op een andere manier in.',
    no_local_passkey: 'Log in met je gebruikersnaam en wachtwoord.',
    wait: {
      one: 'Te veel pogingen. Wacht een minuut en probeer het opnieuw.',
      other: 'Te veel pogingen. Wacht {minutes} minuten en probeer het opnieuw.',
    },
  },
} satisfies Translation<typeof english>;
