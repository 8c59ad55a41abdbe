/** What the reader of an example has chosen: how the backend answers, and what the user in front of the page has. */
export interface Situation {
  network: 'answers' | 'never answers' | 'is offline' | 'fails' | 'refuses: too many attempts';
  person: 'has a passkey' | 'has no passkey' | 'uses a browser without passkeys';
  signedIn: boolean;
}
