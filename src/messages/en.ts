/** The messages for errors for which an element has no message of its own. `{host}` stands for another address. */
export const errors = {
  name: 'errors',
  english: {
    unsupported: 'This browser can’t use passkeys here. Sign in another way.',
    invalid_rp_id: 'Passkeys don’t work at this address. Sign in another way.',
    elsewhere: 'Passkeys don’t work at this address. Go to {host}, or sign in another way.',
    misconfigured: 'This page is not set up correctly.',
    embedded: 'Open this page in its own window to continue.',
    challenge_expired: 'That took too long. Try again.',
    passkey_moved: 'That passkey was moved. Sign in another way and create a new one.',
    rejected: 'That didn’t work. Try again, or use another way.',
    rate_limited: 'Too many attempts. Wait a few minutes and try again.',
    retryWhen: 'Too many attempts. Try again {when}.',
    timed_out: 'That took too long. Try again.',
    network: 'Can’t reach the server. Check your connection and try again.',
    bad_response: 'The server has a problem. Try again later.',
    nextStep: 'One more step is needed. Continue on the sign-in page.',
  },
};

/** What `latch-passkey-field` and `latch-passkey-button` say. */
export const signIn = {
  name: 'signIn',
  english: {
    username: 'Username',
    button: 'Sign in with a passkey',
    asking: 'Continue in the dialog.',
    verifying: 'Checking…',
    done: 'You’re signed in.',
    cancelled: 'No passkey was used. Try again.',
    unknown_credential: 'That passkey was removed from this account. Sign in another way.',
  },
};

/** What the button says beyond that, in immediate mode. */
export const immediate = {
  name: 'immediate',
  english: {
    no_local_passkey: 'This device has no passkey for this site. Sign in another way.',
  },
};

/** What the button says when it is there for a step-up. */
export const stepUp = {
  name: 'stepUp',
  english: {
    button: 'Confirm it’s you',
    done: 'Confirmed.',
    cancelled: 'Not confirmed. Try again.',
    unknown_credential: 'That passkey was removed from this account. Use another one.',
    wrong_account: 'That passkey belongs to another account. Use a passkey of this account.',
    unauthenticated: 'Sign in first.',
    step_up_required: 'This account has no passkey. Sign in again to confirm it’s you.',
  },
};

/** What `latch-password-form` says. */
export const passwordForm = {
  name: 'passwordForm',
  english: {
    username: 'Username',
    password: 'Password',
    button: 'Sign in',
    asking: 'Continue in the dialog.',
    verifying: 'Signing in…',
    done: 'You’re signed in.',
    rejected: 'Wrong username or password. Try again, or sign in another way.',
    unsupported: 'Passwords can’t be used here. Sign in another way.',
    unknown_credential: 'That passkey was removed from this account. Sign in another way.',
    no_local_passkey: 'Sign in with your username and password.',
  },
};

/** What `latch-sign-up` and `latch-sign-in` both say. */
export const accountCard = {
  name: 'accountCard',
  english: {
    username: 'Username or email',
    email: 'Email',
    password: 'Password',
    show: 'Show password',
    or: 'or',
    otherWay: 'Use another way',
    terms: 'Terms of service',
    privacy: 'Privacy policy',
  },
};

/** What `latch-sign-up` says beyond that. */
export const signUpCard = {
  name: 'signUpCard',
  english: {
    heading: 'Create account',
    about: 'No password: you use your fingerprint, face or screen lock.',
    hint: 'At least 8 characters.',
    passkey: 'Create account with a passkey',
    button: 'Create account',
    usePassword: 'Use a password instead',
    usePasskey: 'Use a passkey instead',
    legal: 'By creating an account, you accept:',
    asking: 'Continue in the dialog.',
    verifying: 'Creating your account…',
    done: 'Your account is ready.',
    cancelled: 'No account was created. Try again.',
    missing: 'Enter a username or email.',
    missingPassword: 'Enter a password with at least 8 characters.',
    commonPassword: 'That password is easy to guess. Choose another one.',
    taken: 'That name is taken. Choose another one, or sign in.',
    invalidName: 'That name can’t be used. Try another one.',
    noPasskeys: 'Passkeys can’t be used here. Choose a password instead.',
    unsupported: 'Accounts can’t be created here. Try another browser.',
    unavailable: 'Accounts can’t be created here.',
  },
};

/** What `latch-sign-in` says beyond that. */
export const signInCard = {
  name: 'signInCard',
  english: {
    heading: 'Sign in',
    headingAt: 'Sign in to {site}',
    next: 'Continue',
    passwordHeading: 'Enter your password',
    codeHeading: 'Get a code',
    codeAbout: 'We’ll send it to your email or phone.',
    emailSent: 'Check your email',
    textSent: 'Check your text messages',
    sentAbout: 'Enter the code from our message.',
    help: 'Can’t sign in?',
    lastUsed: 'Last used',
    address: 'Email or phone number',
    send: 'Send a code',
    missing: 'Enter your username or email.',
    missingPassword: 'Enter your password.',
    notSignedIn: 'You were not signed in. Choose a way to sign in.',
    providerRequired: 'Your company signs you in. Enter your work email and continue.',
    offer: 'Sign in faster next time',
    offerAbout: 'Use your fingerprint, face or screen lock. There’s nothing to remember.',
    later: 'Not now',
    device: 'Use another device',
    signUp: 'Create account',
  },
};

/** What `latch-sign-in` says when a sign-in needs another step. `{address}` stands for an address. */
export const nextSteps = {
  name: 'nextSteps',
  english: {
    secondFactor: 'Confirm it’s you',
    secondFactorAbout: 'Your account has two-step verification.',
    recoveryHint: 'Enter one of the codes that you saved.',
    code: 'Code from your authenticator app',
    recoveryCode: 'Recovery code',
    confirm: 'Continue',
    usePasskey: 'Use a passkey',
    useRecovery: 'Use a recovery code',
    useApp: 'Use your authenticator app',
    passkeyAbout: 'This account needs your passkey too.',
    passwordAbout: 'This account needs your password too. Go back and enter it.',
    missingCode: 'Enter the code.',
    wrongCode: 'That code is wrong or was used. Enter the next one.',
    expiredStep: 'That took too long. Go back and sign in again.',
    setUp: 'Set up an authenticator app',
    setUpAbout: 'Scan the QR code with your app, or enter the key there.',
    qr: 'QR code for your authenticator app',
    key: 'Key',
    copyKey: 'Copy key',
    openKey: 'Open in authenticator app',
    recovery: 'Save your recovery codes',
    recoveryAbout: 'Each code signs you in once if you lose your app. You only see them now.',
    copy: 'Copy',
    copied: 'Copied.',
    download: 'Download',
    saved: 'I’ve saved them',
    terms: 'Accept the terms',
    termsAbout: 'Read them before you continue.',
    readTerms: 'Read the terms',
    accept: 'I accept the terms',
    missingAccept: 'Accept the terms to continue.',
    termsChanged: 'The terms have changed. Read them and accept them again.',
    chooseAccount: 'Choose an account',
    chooseAccountAbout: 'You have more than one account here.',
    verifyAddress: 'Confirm your address',
    verifyAbout: 'Enter {address} in full. We’ll send a code there.',
    verifyLink: 'Open the link in the message to {address}. Then continue here.',
    linkUnused: 'You’re not signed in yet. Open the link, or go back and sign in.',
    address: 'Email address or phone number',
    send: 'Send a code',
    missingAddress: 'Enter your email address or phone number.',
    sentCode: 'Code from the message',
    sentAbout: 'Enter the code from our message.',
    unknownStep: 'This sign-in needs a step that this page can’t show.',
  },
};

/** What `latch-sign-in` and `latch-passkey-list` say to those who do not know passkeys. */
export const aboutPasskeys = {
  name: 'aboutPasskeys',
  english: {
    what: 'What is a passkey?',
    whatText:
      'A passkey replaces your password. You sign in with your fingerprint, face or screen lock, and nobody can guess or steal it.',
    where: 'Where is it kept?',
    whereText: 'In the password manager of your device or browser. Your fingerprint and face never leave your device.',
  },
};

/** What `latch-otp-input` says. `{length}` stands for a number of digits, `{seconds}` for a number. */
export const otpInput = {
  name: 'otpInput',
  english: {
    label: 'One-time code',
    button: 'Confirm code',
    send: 'Send code',
    sendAgain: 'Send a new code',
    wait: '({seconds} s)',
    change: 'Change',
    sending: 'Requesting a code…',
    verifying: 'Checking the code…',
    sent: 'If we know that address, a code is on its way.',
    sentToOwn: 'A code is on its way.',
    again: 'No code yet? You can request a new one.',
    signedIn: 'You’re signed in.',
    verified: 'Your address is verified.',
    missing: 'Enter the code.',
    incomplete: 'Enter the {length}-digit code.',
    unreadable: 'Enter the {length}-digit code. Use digits only.',
    rejected: 'That code is wrong or expired. Try again, or request a new one.',
    noAddress: 'Enter a valid email address or phone number.',
    wrong_account: 'That address belongs to another account. Sign in to it, or use another address.',
    unsupported: 'Codes can’t be used here. Use another way.',
  },
};

/** What `latch-fedcm-button` says. */
export const fedCm = {
  name: 'fedCm',
  english: {
    button: 'Sign in with your provider',
    asking: 'Continue in the dialog.',
    verifying: 'Signing in…',
    done: 'You’re signed in.',
    cancelled: 'You’re not signed in yet. Try again, or sign in at the provider first.',
    provider_failed: 'The provider couldn’t sign you in. Try again, or use another way.',
    unsupported: 'This browser can’t sign you in with a provider. Sign in another way.',
  },
};

/** What the buttons of providers are called; `{name}` stands for the name of the provider. */
export const providerButton = {
  name: 'providerButton',
  english: {
    continueWith: 'Continue with {name}',
    signInWith: 'Sign in with {name}',
  },
};

/** What `latch-oidc-button` says. */
export const oidc = {
  name: 'oidc',
  english: {
    leaving: 'Opening the sign-in page…',
    blocked: 'Your browser blocked the window. Continuing in this one…',
    open: 'Continue in the other window.',
    lost: 'Continue in the other window. If you closed it, try again.',
    starting: 'One moment…',
    waiting: 'Sign in on the page that opens. Then enter this code:',
    openPage: 'Open the sign-in page',
    cancel: 'Cancel',
    chosen: 'You signed in this way last time.',
    done: 'You’re signed in.',
    cancelled: 'You were not signed in. Try again.',
    popup_blocked: 'Your browser blocked the window. Allow pop-ups and try again.',
    popup_closed: 'The window was closed before you signed in. Try again.',
    provider_failed: 'The sign-in service has a problem. Try again later.',
    unsupported: 'You can’t sign in this way here. Use another way.',
  },
};

/** What `latch-digital-credential-button` says. */
export const digitalCredential = {
  name: 'digitalCredential',
  english: {
    button: 'Show your digital ID',
    asking: 'Continue in the dialog.',
    verifying: 'Checking…',
    done: 'Your digital ID was verified.',
    cancelled: 'Nothing was shared. Try again, or use another way.',
    unsupported: 'This browser can’t show a digital ID here. Use another way.',
    rejected: 'Your wallet didn’t share what is needed here. Use another way.',
  },
};

/**
 * What `latch-payment-button` says. `{amount}`, `{payee}` and `{instrument}` stand for what is paid, to whom and with
 * what.
 */
export const payment = {
  name: 'payment',
  english: {
    button: 'Confirm payment',
    asking: 'Continue in the dialog.',
    confirming: '',
    title: 'Pay {amount}?',
    text: 'To {payee}, with {instrument}.',
    confirm: 'Pay {amount}',
    cancel: 'Cancel',
    verifying: 'Checking…',
    done: 'Payment confirmed.',
    cancelled: 'The payment was not confirmed. Try again.',
    constraint: 'Your account has no passkey for payments. Create one first.',
    unsupported: 'This browser can’t confirm payments. Use another way.',
    unknown_credential: 'That passkey was removed from this account. Use another one.',
    wrong_account: 'That passkey belongs to another account. Use a passkey of this account.',
    unauthenticated: 'Sign in first.',
  },
};

/** What `latch-sign-in` says when another device signs it in. */
export const otherDevice = {
  name: 'otherDevice',
  english: {
    about: 'On your phone or computer, open this page and enter the code.',
    starting: 'Getting a code…',
    waiting: 'Waiting until you have entered the code…',
    timed_out: 'The code has expired.',
    again: 'New code',
    picture: 'QR code of the page',
    unsupported: 'You can’t sign in with another device here. Use another way.',
  },
};

/**
 * What `latch-offline-status` says. `{count}` stands for the number of changes that wait, `{sent}` and `{all}` for how
 * many of how many are sent, `{subject}` for what a change is about, `{choice}` for the label of a button.
 */
export const offlineStatus = {
  name: 'offlineStatus',
  english: {
    offline: 'You’re offline.',
    unreachable: 'Can’t reach the server. Retrying automatically.',
    replaying: 'Sending your changes…',
    'signed-out': 'Sign in again to send your changes.',
    'other-user': 'Another user’s changes are waiting on this device. They are sent when that user signs in.',
    stopped: 'Your changes can’t be read on this device. Reload the page.',
    storage_full: 'This device has no space left. Free up space to finish sending.',
    done: 'All your changes are sent.',
    waiting: { one: 'One change is waiting on this device.', other: '{count} changes are waiting on this device.' },
    progress: 'Changes sent',
    list: 'Changes that need a decision',
    change: 'A change',
    changed: 'This was changed elsewhere in the meantime.',
    exists: 'This already exists on the server.',
    gone: 'This no longer exists on the server.',
    forbidden: 'You aren’t allowed to make this change.',
    too_large: 'This change is too large for the server.',
    invalid: 'The server doesn’t accept this content.',
    unsendable: 'The file is missing on this device, or the server can’t receive it.',
    state: 'The server can’t make this change right now. Try again later.',
    mine: 'Keep my version',
    again: 'Try again',
    theirs: 'Use the server’s version',
    undo: 'Undo my change',
    drop: 'Discard',
    about: '{choice}: {subject}',
    unauthenticated: 'Sign in again to decide.',
    wrong_account: 'Another user is signed in. Sign in again to decide.',
  },
};

/** What `latch-sign-out-button` says. `{count}` stands for a number. */
export const signOut = {
  name: 'signOut',
  english: {
    button: 'Sign out',
    confirming: '',
    title: 'Sign out and lose changes?',
    unsent: {
      one: '1 change has not been sent to the server. If you sign out, you lose it.',
      other: '{count} changes have not been sent to the server. If you sign out, you lose them.',
    },
    uncountedTitle: 'Sign out anyway?',
    uncounted: 'Some changes may not have been sent to the server. If you sign out, you lose them.',
    confirm: 'Sign out and lose changes',
    everythingTitle: 'Remove everything from this device?',
    everythingText: 'This signs you out and removes all data that this site has stored on this device.',
    everythingConfirm: 'Sign out and remove',
    cancel: 'Stay signed in',
    signingOut: 'Signing out…',
    unconfirmed: 'You’re signed out on this device. The server will be notified when it can be reached.',
    done: 'You’re signed out.',
    onlyHere: 'You’re signed out here. The installed app is still signed in.',
    remains: 'You’re signed out, but some of your data couldn’t be removed from this device.',
    cancelled: 'You’re still signed in.',
  },
};

/** What tags for signing in say while a session exists that has begun elsewhere. `{name}` stands for the user. */
export const sessionNotice = {
  name: 'sessionNotice',
  english: {
    signedInAs: 'You’re signed in as {name}.',
    signedIn: 'You’re signed in.',
    goOn: 'Continue',
    otherAccount: 'Use another account',
  },
};

/** What `latch-passkey-create` says. */
export const createPasskey = {
  name: 'createPasskey',
  english: {
    button: 'Create a passkey',
    asking: 'Continue in the dialog.',
    verifying: 'Saving your passkey…',
    confirming: 'Confirm it’s you.',
    done: 'Your passkey is ready.',
    onlyHere: 'Your passkey is ready on this device only. Add a second one on another device.',
    notOffered: 'That passkey was saved, but browsers can’t offer it. Create one on another device.',
    cancelled: 'No passkey was created. Try again.',
    already_registered: 'This device already has a passkey for your account.',
    unauthenticated: 'Sign in first.',
    constraint: 'This device can’t store a passkey for this site. Use another one.',
    step_up_required: 'Sign in again to confirm it’s you.',
  },
};

/** What `latch-passkey-list` says. `{name}` stands for the name of a passkey, `{when}` for how long ago it was. */
export const passkeyList = {
  name: 'passkeyList',
  english: {
    button: 'Add a passkey',
    list: 'Your passkeys',
    loading: 'Loading your passkeys…',
    retry: 'Try again',
    empty: 'No passkeys yet',
    emptyAbout: 'Next time, sign in with your fingerprint, face or screen lock.',
    advice: 'If you lose this device, you lose this passkey. Add another one.',
    unnamed: 'Passkey',
    notSynced: 'Only on this device',
    created: 'Created',
    lastUsed: 'Last used',
    used: 'Last used {when}',
    neverUsed: 'Never used',
    rename: 'Rename',
    remove: 'Remove',
    actions: 'Actions for {name}',
    unsupported: 'You can’t manage passkeys here.',
    unauthenticated: 'Sign in to see your passkeys.',
    stale: 'You’re offline. This list may be out of date.',
  },
};

/** What `latch-session-list` says. `{name}` stands for the name of a device, `{when}` for how long ago it was. */
export const sessionList = {
  name: 'sessionList',
  english: {
    button: 'Sign out all other devices',
    list: 'Your devices',
    loading: 'Loading your devices…',
    retry: 'Try again',
    here: 'This device',
    unknown: 'Unknown device',
    only: 'No other device is signed in.',
    signedIn: 'Signed in',
    lastSeen: 'Last seen',
    seen: 'Last seen {when}',
    installedApp: 'Installed app',
    actions: 'Actions for {name}',
    end: 'Sign out',
    unsupported: 'You can’t see your devices here.',
    unauthenticated: 'Sign in to see your devices.',
    stale: 'You’re offline. This list may be out of date.',
    approve: 'Sign in another device',
  },
};

/** How a person has signed in, by the contract's name for it. */
export const sessionMethods = {
  name: 'sessionMethods',
  english: {
    signup: 'Account created here',
    password: 'With a password',
    passkey: 'With a passkey',
    otp: 'With a code',
    provider: 'With a provider',
    other_device: 'With another device',
  },
};

/** What an element says when it asks for the password before a change. */
export const confirmPassword = {
  name: 'confirmPassword',
  english: {
    title: 'Confirm it’s you',
    text: 'Enter your password to continue.',
    password: 'Password',
    confirm: 'Continue',
    cancel: 'Cancel',
    rejected: 'Wrong password. Try again.',
    unsupported: 'Your password can’t be checked here. Sign in again.',
    unauthenticated: 'Sign in first.',
    wrong_account: 'Another user is signed in now. Reload the page.',
  },
};

/** What `latch-passkey-list` says when something changes. `{name}` stands for the name of a passkey. */
export const passkeyEditing = {
  name: 'passkeyEditing',
  english: {
    asking: 'Continue in the dialog.',
    verifying: 'Saving your passkey…',
    added: 'Your passkey is ready.',
    addedHere: 'Your passkey is ready on this device only. Add a second one on another device.',
    notOffered: 'That passkey was saved, but browsers can’t offer it. Create one on another device.',
    already_registered: 'This device already has a passkey for your account.',
    constraint: 'This device can’t store a passkey for this site. Use another one.',
    nickname: 'Passkey name',
    save: 'Save',
    cancel: 'Cancel',
    renaming: 'Saving the name…',
    renamed: 'Name saved.',
    remove: 'Remove passkey',
    removeTitle: 'Remove the passkey “{name}”?',
    removeText: 'You won’t be able to sign in with it.',
    removing: 'Removing the passkey…',
    removed: 'Passkey removed.',
    gone: 'That passkey was already removed.',
    last_way_in: 'This is your only way to sign in. Add another passkey first.',
    confirming: 'Confirm it’s you.',
    cancelled: 'Nothing changed.',
    wrong_account: 'That passkey belongs to another account.',
    step_up_required: 'Sign in again to confirm it’s you.',
  },
};

/** What `latch-session-list` says when a device is signed out. `{device}` stands for the name of a device. */
export const sessionEnding = {
  name: 'sessionEnding',
  english: {
    endTitle: 'Sign out “{device}”?',
    endText: 'Anyone using it must sign in again.',
    othersTitle: 'Sign out all other devices?',
    othersText: 'You stay signed in on this device only.',
    confirm: 'Sign out',
    cancel: 'Cancel',
    ending: 'Signing out…',
    confirming: 'Confirm it’s you.',
    endedOne: 'That device is signed out.',
    endedMany: 'The other devices are signed out.',
    cancelled: 'Nothing changed.',
    wrong_account: 'That passkey belongs to another account.',
    step_up_required: 'Sign in again to confirm it’s you.',
    approveTitle: 'Enter the code that the other device shows',
    approveText:
      'That device will be signed in to your account. If someone sent you a code, don’t enter it: they want to get into your account.',
    code: 'Code',
    approveConfirm: 'Sign in',
    approving: 'Signing in…',
    approved: 'The other device will be signed in within a few seconds.',
    approvedDevice: '“{device}” will be signed in within a few seconds. If you don’t know that device, sign it out.',
    unknownCode: 'No device shows this code anymore. Check the code, or get a new one there.',
  },
};

/** What `latch-account` says before a section is loaded. */
export const accountPage = {
  name: 'accountPage',
  english: {
    loading: 'Loading your account…',
    retry: 'Try again',
    unsupported: 'You can’t manage your account here.',
    unauthenticated: 'Sign in to see your account.',
    stale: 'You’re offline. This page may be out of date.',
    name: 'Name',
    addresses: 'Email and phone',
    passkeys: 'Passkeys',
    password: 'Password',
    secondFactor: 'Two-step verification',
    providers: 'Linked accounts',
    devices: 'Devices',
    events: 'Recent activity',
    signOut: 'Sign out everywhere',
    deletion: 'Delete account',
  },
};

/**
 * What the sections of `latch-account` say. `{name}` stands for an address or a provider, `{when}` for how long ago it
 * was, `{date}` for a date.
 */
export const accountSettings = {
  name: 'accountSettings',
  english: {
    actions: 'Actions for {name}',
    change: 'Change',
    add: 'Add',
    remove: 'Remove',
    save: 'Save',
    cancel: 'Cancel',
    saving: 'Saving…',
    saved: 'Saved.',
    confirming: 'Confirm it’s you.',
    cancelled: 'Nothing changed.',
    loading: 'Loading…',
    retry: 'Try again',
    unsupported: 'You can’t change this here.',
    unauthenticated: 'Sign in first.',
    rejected: 'That isn’t allowed. Check what you entered.',
    step_up_required: 'Sign in again to confirm it’s you.',
    wrong_account: 'Another user is signed in now. Reload the page.',
    last_way_in: 'This is your only way to sign in. Add another one first.',
    taken: 'That name is taken. Choose another one.',
    not_found: 'That was already removed.',
    displayName: 'Display name',
    username: 'Username',
    email: 'Email',
    phone: 'Phone',
    noAddress: 'Not set',
    verified: 'Verified',
    unverified: 'Not verified',
    verify: 'Verify',
    wrongEmail: 'Enter a valid email address.',
    wrongPhone: 'Enter a valid phone number.',
    removeAddress: 'Remove “{name}”?',
    removeAddressText: 'You won’t get codes or messages there.',
    changeOf: 'Change {name}',
    password: 'Password',
    hasPassword: 'You can sign in with a password.',
    noPassword: 'You sign in without a password.',
    setPassword: 'Set a password',
    newPassword: 'New password',
    shortPassword: 'Use at least 8 characters.',
    common_password: 'That password is easy to guess. Choose another one.',
    passwordSaved: 'Password saved.',
    removePassword: 'Remove your password?',
    removePasswordText: 'You won’t be able to sign in with it.',
    passwordRemoved: 'Password removed.',
    noProviders: 'No accounts are linked.',
    linked: 'Linked {when}',
    link: 'Link {name}',
    unlink: 'Unlink',
    unlinkOf: 'Unlink {name}',
    unlinkTitle: 'Unlink {name}?',
    unlinkText: 'You won’t be able to sign in with it.',
    unlinked: 'Unlinked.',
    noEvents: 'Nothing has happened yet.',
    more: 'Show more',
    signOutAbout: 'Ends your sessions on all devices, this one included.',
    signOutTitle: 'Sign out everywhere?',
    signOutText: 'You must sign in again on each device.',
    signOut: 'Sign out everywhere',
    deleteAbout: 'Deletes your account and everything in it.',
    deleteAccount: 'Delete account',
    deleteTitle: 'Delete your account?',
    deleteNow: 'This happens at once and can’t be undone.',
    deleteLater: 'You can change your mind until {date}: sign in again to keep your account.',
    deletesOn: 'Your account will be deleted on {date}. Sign in again before then, or keep it here.',
    keep: 'Keep account',
    kept: 'Your account stays.',
  },
};

/** What `latch-account` says about the second factor. `{when}` stands for how long ago it was. */
export const secondFactorSettings = {
  name: 'secondFactorSettings',
  english: {
    authenticatorApp: 'Authenticator app',
    noApp: 'Not set up. It shows codes to enter after your password.',
    appSince: 'Set up {when}',
    setUpApp: 'Set up',
    recoveryCodes: 'Recovery codes',
    codesLeft: { one: '{count} code left', other: '{count} codes left' },
    newCodes: 'Get new codes',
    newCodesTitle: 'Replace your recovery codes?',
    newCodesText: 'The old ones stop working.',
    removeApp: 'Remove your authenticator app?',
    removeAppText: 'Its recovery codes stop working too.',
    appAdded: 'Your authenticator app is set up.',
    appRemoved: 'Authenticator app removed.',
    codesReplaced: 'The old codes no longer work.',
    expiredSetUp: 'That took too long. Set up the app again.',
    already_registered: 'An authenticator app is already set up.',
    second_factor_required: 'Your account needs two-step verification, and this is the only way.',
    no_second_factor: 'Add a passkey or an authenticator app first.',
    passkeyToo: 'Passkey after the password',
    passkeyNeeded: 'Your password needs your passkey too.',
    passkeyNotNeeded: 'Your password is enough to sign in.',
    turnOn: 'Turn on',
    turnOff: 'Turn off',
  },
};

/** What happened to an account, by the contract's name for it. */
export const accountEvents = {
  name: 'accountEvents',
  english: {
    'account-created': 'Account created',
    'signed-in': 'Signed in',
    'stepped-up': 'Identity confirmed',
    'other-device-signed-in': 'New device signed in',
    'installed-app-signed-in': 'Installed app signed in',
    'signed-out': 'Signed out',
    'session-ended': 'Device signed out',
    'sessions-ended': 'All other devices signed out',
    'passkey-added': 'Passkey added',
    'passkey-renamed': 'Passkey renamed',
    'passkey-removed': 'Passkey removed',
    recovery: 'Passkey added after a code',
    'password-set': 'Password changed',
    'password-reset': 'Password reset after a code',
    'password-removed': 'Password removed',
    'name-changed': 'Name changed',
    'address-changed': 'Address changed',
    'address-removed': 'Address removed',
    'address-verified': 'Address verified',
    'identity-linked': 'Account linked',
    'identity-unlinked': 'Account unlinked',
    'second-factor-added': 'Two-step verification set up',
    'second-factor-changed': 'Two-step verification changed',
    'second-factor-removed': 'Two-step verification removed',
    'second-factor-unreadable': 'Authenticator app no longer works',
    'recovery-code-used': 'Recovery code used',
    'recovery-codes-replaced': 'Recovery codes replaced',
    'locked-out': 'Failed sign-ins blocked',
    'deletion-requested': 'Deletion requested',
    'deletion-cancelled': 'Deletion cancelled',
  },
};

/** What `latch-install-button` says. */
export const install = {
  name: 'install',
  english: {
    button: 'Install app',
    asking: 'Continue in the dialog.',
    guiding: '',
    done: 'Installing the app…',
    cancelled: 'The app was not installed.',
  },
};

/** What its dialog says besides the steps. */
export const installGuide = {
  name: 'installGuide',
  english: {
    title: 'Install this app',
    about: 'Follow these steps to install:',
    otherBrowser: 'This browser can’t install apps.',
    problems: 'The browser doesn’t offer to install this app, because:',
    network: 'The manifest of this page could not be loaded.',
    bad_response: 'The server doesn’t provide the manifest of this page.',
    close: 'Close',
  },
};

/** What a person has to do, in the words of the browsers' own menus. */
export const installSteps = {
  name: 'installSteps',
  english: {
    'app-menu': 'Open the menu of the app you’re in: ••• or ⋮.',
    'open-in-browser': 'Choose “Open in browser”.',
    'install-there': 'Install it from there.',
    'open-in-safari': 'Open this page in Safari.',
    'update-safari': 'Update to Safari 17 or later, on macOS Sonoma or later. Or open this page in Chrome or Edge.',
    share: 'Choose Share. If you don’t see it, look in the ••• menu.',
    'add-to-home-screen': 'Scroll down and choose “Add to Home Screen”.',
    'open-as-web-app': 'Leave “Open as Web App” turned on.',
    'file-menu': 'Open “File” in the menu bar.',
    'add-to-dock': 'Choose “Add to Dock…”. It needs macOS Sonoma or later.',
    'confirm-add': 'Choose “Add”.',
    menu: 'Open the browser menu.',
    'firefox-install': 'Choose “Install” or “Add to Home screen”.',
    'taskbar-icon': 'Choose “Add tab to taskbar” at the end of the address bar.',
    'confirm-save': 'Choose “Save”.',
    'samsung-add': 'Choose “Add page to”.',
    'home-screen': 'Choose “Home screen”.',
    'android-install': 'Choose “Add to Home screen” or “Install app”.',
    'edge-apps': 'Choose “More tools”, then “Apps”.',
    'edge-install': 'Choose “Install this site as an app”.',
    'chrome-install': 'Choose “Install page as app…”. It may be under “Cast, save, and share”.',
    'confirm-install': 'Choose “Install”.',
    'any-install': 'Look for “Install” or “Add to Home screen”, and choose it.',
    'other-browser': 'Open this page in a browser that can install apps, such as Chrome, Edge or Safari.',
  },
};

/** What `latch-vault-unlock` says. Those under the names of states stand above the button. */
export const vault = {
  name: 'vault',
  english: {
    none: 'Encrypt this app’s data so only your passkey can open it.',
    locked: 'Your passkey unlocks this app’s data, even offline.',
    lost: 'Your browser deleted this app’s data on this device. Data on the server will be restored.',
    damaged: 'Something else changed this app’s data on this device. Data on the server will be restored.',
    create: 'Lock with a passkey',
    unlock: 'Unlock',
    anew: 'Start over',
    code: 'Use recovery code',
    lock: 'Lock',
    more: 'More actions',
    asking: 'Continue in the dialog.',
    unlockedNow: 'Unlocked.',
    lockedNow: 'Locked.',
    cancelled: 'Nothing changed. Try again.',
  },
};

/** What `latch-vault-unlock` says about errors. */
export const vaultErrors = {
  name: 'vaultErrors',
  english: {
    no_prf:
      'This passkey or browser can’t encrypt data. Use Chrome or Edge 116, Safari 18 or Firefox 139, or later, and a passkey from your phone, computer or password manager.',
    vault_wrong_key: 'That passkey doesn’t unlock this data. Use another one.',
    vault_damaged: 'This data is damaged and can’t be unlocked.',
    vault_unsupported: 'A newer version of this app encrypted this data. Reload the page.',
    vault_locked: 'This data was locked in the meantime. Try again.',
    storage_full: 'This device has no space left. Nothing was saved.',
    storage_lost: 'This browser isn’t saving data. Try a normal window.',
    unauthenticated: 'Sign in first. After that, this works offline too.',
    step_up_required: 'Sign in again to confirm it’s you.',
    constraint: 'That isn’t possible here. Try again, or use another passkey.',
    already_registered: 'This device already has a passkey for your account.',
    network: 'This needs a connection once. Try again when you’re online.',
  },
};

/**
 * What `latch-vault-unlock` says when its keys change, and before it locks automatically. `{count}` stands for a number,
 * `{when}` for a time such as "in 20 seconds".
 */
export const vaultSettings = {
  name: 'vaultSettings',
  english: {
    last: 'If you lose this passkey, unsynced changes are lost. Add another passkey or a recovery code.',
    byCode: 'If you lost your passkey, add another one.',
    addPasskey: 'Add a passkey',
    makeCode: 'Create a recovery code',
    goOn: 'Continue',
    cancel: 'Cancel',
    offerTitle: 'Create a passkey first?',
    offerText: 'Your account has no passkey yet. You’ll be asked twice: once to create it, once to use it.',
    secondTitle: 'Now use your new passkey',
    secondText: 'Use it once to finish.',
    addTitle: 'Add a passkey?',
    addText: 'You’ll be asked twice: first for a passkey that already unlocks this data, then for the new one.',
    addByCodeText: 'Enter your recovery code again. Then use the new passkey.',
    newTitle: 'Now the new passkey',
    newText: 'Choose the passkey that should unlock this data from now on.',
    noOther: 'All your passkeys already unlock this data. Add another one to your account first.',
    added: 'Passkey added.',
    codeTitle: 'Create a recovery code?',
    codeText:
      'It unlocks this data if you lose your passkeys. You see it once, and it replaces an earlier code. Confirm with your passkey.',
    shownTitle: 'Your recovery code',
    shownText: 'Save it in a safe place, not on this device. It won’t be shown again.',
    copy: 'Copy',
    copied: 'Copied',
    kept: 'I’ve saved it',
    discard: 'Discard code',
    coded: 'Recovery code added.',
    enterTitle: 'Unlock with your recovery code',
    enterText: 'Enter your code. Dashes and capital letters don’t matter.',
    enterLabel: 'Recovery code',
    unlock: 'Unlock',
    wrongCode: 'That code doesn’t unlock this data. Check it and try again.',
    wipeTitle: 'Delete and start over?',
    wipeText: 'This deletes all encrypted data on this device. Data on the server will be restored.',
    unsent: {
      one: '1 change has not been sent to the server. It will be lost.',
      other: '{count} changes have not been sent to the server. They will be lost.',
    },
    uncounted: 'Some changes may not have been sent to the server. They will be lost.',
    wipe: 'Delete and start over',
    wiped: 'Deleted. You can lock this app’s data again.',
    warning: 'Locks {when}.',
    stay: 'Stay unlocked',
  },
};

/** What the reference server says of the deletion of an account; it is built into the server, and loaded by no page. */
export const consequences = {
  english: {
    notes: 'All your notes are deleted ({notes}).',
    passkeys: 'Your passkeys stop working here ({passkeys}).',
    name: 'Someone else can take the name “{name}”.',
  },
};
