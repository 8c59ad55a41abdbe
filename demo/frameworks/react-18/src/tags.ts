import * as react from 'react';
import { createComponent, type EventName } from '@lit/react';
import {
  LatchOtpInput,
  LatchPasskeyButton,
  LatchPasskeyCreate,
  LatchPasskeyField,
  LatchPasskeyList,
  LatchPasswordForm,
  LatchSignIn,
  LatchSignOutButton,
  LatchSignUp,
} from 'latchkey/elements';

/** The name of an event, with its type in `HTMLElementEventMap`. */
const event = <Name extends keyof HTMLElementEventMap>(name: Name) => name as EventName<HTMLElementEventMap[Name]>;

const onSignedIn = event('latch-signed-in');
const onSignInFailed = event('latch-sign-in-failed');

export const OtpInput = createComponent({
  react,
  tagName: 'latch-otp-input',
  elementClass: LatchOtpInput,
  events: { onCodeComplete: event('latch-code-complete') },
});

export const PasskeyButton = createComponent({
  react,
  tagName: 'latch-passkey-button',
  elementClass: LatchPasskeyButton,
  events: { onSignedIn, onSignInFailed },
});

export const PasskeyCreate = createComponent({
  react,
  tagName: 'latch-passkey-create',
  elementClass: LatchPasskeyCreate,
  events: {
    onPasskeyCreated: event('latch-passkey-created'),
    onPasskeyCreateFailed: event('latch-passkey-create-failed'),
  },
});

export const PasskeyField = createComponent({
  react,
  tagName: 'latch-passkey-field',
  elementClass: LatchPasskeyField,
  events: { onSignedIn, onSignInFailed },
});

export const PasskeyList = createComponent({
  react,
  tagName: 'latch-passkey-list',
  elementClass: LatchPasskeyList,
  events: { onPasskeyRemoved: event('latch-passkey-removed') },
});

export const PasswordForm = createComponent({
  react,
  tagName: 'latch-password-form',
  elementClass: LatchPasswordForm,
  events: { onSignedIn, onSignInFailed },
});

export const SignInCard = createComponent({
  react,
  tagName: 'latch-sign-in',
  elementClass: LatchSignIn,
  events: { onSignedIn, onSignInFailed },
});

export const SignOutButton = createComponent({
  react,
  tagName: 'latch-sign-out-button',
  elementClass: LatchSignOutButton,
  events: { onSignedOut: event('latch-signed-out') },
});

export const SignUpCard = createComponent({
  react,
  tagName: 'latch-sign-up',
  elementClass: LatchSignUp,
  events: { onSignedUp: event('latch-signed-up') },
});
