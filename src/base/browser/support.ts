/** The browsers of the table. Every browser on iOS and iPadOS is `webkitMobile`. */
export type BrowserFamily = 'chromiumDesktop' | 'chromiumAndroid' | 'webkitDesktop' | 'webkitMobile' | 'gecko';

/** The first version with the feature, or false if no version has it. `note` describes a limitation. */
export type Support = { readonly since: string; readonly note?: string } | false;

/** One feature of the platform that Latchkey uses where it is there. */
export interface FeatureSupport {
  readonly feature: string;
  /** The specification that defines it. */
  readonly specification: string;
  /** Where the versions are kept up to date. */
  readonly source: string;
  readonly support: Readonly<Record<BrowserFamily, Support>>;
}

/** A feature that no browser has without a flag, or that Latchkey does not use yet. */
export interface AwaitedFeature {
  readonly feature: string;
  /** What Latchkey does with it. Absent if it does nothing yet. */
  readonly use?: string;
  /** The browser in which the tests ran it, with its flags; or the stand-in that they used; or that there is neither. */
  readonly seenIn: string;
  /** What has to happen, or what was found. */
  readonly awaits: string;
  /** The specification or proposal. */
  readonly source: string;
}

const mdn = 'https://developer.mozilla.org/docs/Web/';
const webauthn = 'https://www.w3.org/TR/webauthn-3/';

const since = (version: string, note?: string): Support => ({ since: version, ...(note && { note }) });
const row = (
  chromiumDesktop: Support,
  chromiumAndroid: Support,
  webkitDesktop: Support,
  webkitMobile: Support,
  gecko: Support,
): FeatureSupport['support'] => ({
  chromiumDesktop,
  chromiumAndroid,
  webkitDesktop,
  webkitMobile,
  gecko,
});

/**
 * Which browser has what since when, as of September 2026. For people and docs: code asks the browser itself, through
 * {@link capabilities}.
 */
export const browserSupport: readonly FeatureSupport[] = [
  {
    feature: 'Passkeys: create and get',
    specification: `${webauthn}#sctn-api`,
    source: `${mdn}API/Web_Authentication_API#browser_compatibility`,
    support: row(since('67', 'Edge with its own engine from 18'), since('70'), since('13'), since('13'), since('60')),
  },
  {
    feature: 'Passkeys in autofill (conditional mediation)',
    specification: `${webauthn}#dom-publickeycredential-isconditionalmediationavailable`,
    source: `${mdn}API/PublicKeyCredential/isConditionalMediationAvailable_static#browser_compatibility`,
    support: row(since('108'), since('108', 'not in Android WebView'), since('16'), since('16'), since('119')),
  },
  {
    feature: 'authenticatorAttachment of a credential',
    specification: `${webauthn}#dom-publickeycredential-authenticatorattachment`,
    source: `${mdn}API/PublicKeyCredential/authenticatorAttachment#browser_compatibility`,
    support: row(since('98'), since('98'), since('15.5'), since('15.5'), since('120')),
  },
  {
    feature: 'JSON helpers (parse…FromJSON, toJSON)',
    specification: `${webauthn}#sctn-parseCreationOptionsFromJSON`,
    source: `${mdn}API/PublicKeyCredential/parseCreationOptionsFromJSON_static#browser_compatibility`,
    support: row(since('129'), since('129'), since('18.4'), since('18.4'), since('119')),
  },
  {
    feature: 'getClientCapabilities',
    specification: `${webauthn}#sctn-getClientCapabilities`,
    source: `${mdn}API/PublicKeyCredential/getClientCapabilities_static#browser_compatibility`,
    support: row(since('133'), since('133'), since('17.4'), since('17.4'), since('135')),
  },
  {
    feature: 'hints',
    specification: `${webauthn}#dom-publickeycredentialrequestoptions-hints`,
    source: `${mdn}API/PublicKeyCredentialRequestOptions#browser_compatibility`,
    support: row(since('128'), since('128'), false, false, false),
  },
  {
    feature: 'Related origins',
    specification: `${webauthn}#sctn-related-origins`,
    source: 'https://passkeys.dev/docs/advanced/related-origins/',
    support: row(since('128'), since('128'), since('18'), since('18'), false),
  },
  {
    feature: 'Automatic passkey upgrade (conditional create)',
    specification: `${webauthn}#enum-clientCapability`,
    source: `${mdn}API/PublicKeyCredential/getClientCapabilities_static#browser_compatibility`,
    support: row(since('136'), since('142'), since('18'), since('18'), false),
  },
  {
    feature: 'Signal API',
    specification: `${webauthn}#sctn-signal-methods`,
    source: `${mdn}API/PublicKeyCredential/signalUnknownCredential_static#browser_compatibility`,
    support: row(since('132'), since('132', 'one source says 144'), since('26'), since('26'), false),
  },
  {
    feature: 'Immediate mode (uiMode)',
    specification: 'https://github.com/w3c/webauthn/pull/2291',
    source: 'https://github.com/w3c/webauthn/wiki/Explainer:-WebAuthn-immediate-mediation',
    support: row(since('148'), since('148'), false, false, false),
  },
  {
    feature: 'PRF extension',
    specification: `${webauthn}#prf-extension`,
    source: `${mdn}API/Web_Authentication_API/WebAuthn_extensions#browser_compatibility`,
    support: row(
      since('116'),
      since('116'),
      since('18', 'security keys too from 26.4'),
      since('18', 'security keys too from 26.4'),
      since('139', 'partial: on desktops results only at get; on Android at creation, from 149'),
    ),
  },
  {
    feature: 'Password credential objects',
    specification: 'https://www.w3.org/TR/credential-management-1/#passwords',
    source: `${mdn}API/PasswordCredential#browser_compatibility`,
    support: row(since('51', 'Edge from 79'), since('51'), false, false, false),
  },
  {
    feature: 'Federated Credential Management (FedCM)',
    specification: 'https://www.w3.org/TR/fedcm/',
    source: `${mdn}API/FedCM_API#browser_compatibility`,
    support: row(since('108'), since('108'), false, false, since('138', 'login status only')),
  },
  {
    feature: 'WebOTP',
    specification: 'https://wicg.github.io/web-otp/',
    source: `${mdn}API/WebOTP_API#browser_compatibility`,
    support: row(since('93', 'across devices'), since('84'), false, false, false),
  },
  {
    feature: 'Digital Credentials',
    specification: 'https://www.w3.org/TR/digital-credentials/',
    source: 'https://web-platform-dx.github.io/web-features-explorer/features/digital-credentials',
    support: row(since('141'), since('141'), since('26'), since('26'), false),
  },
  {
    feature: 'Secure Payment Confirmation',
    specification: 'https://www.w3.org/TR/secure-payment-confirmation/',
    source: `${mdn}API/PaymentRequest/PaymentRequest#browser_compatibility`,
    support: row(
      since('95', 'macOS and Windows'),
      since('109', 'as Chrome has announced it; tables that go by the desktop say 95'),
      false,
      false,
      false,
    ),
  },
  {
    feature: 'Web Install (navigator.install and <install>)',
    specification: 'https://wicg.github.io/install-element/',
    source: 'https://github.com/mdn/browser-compat-data/blob/main/api/HTMLInstallElement.json',
    support: row(since('154', 'behind a flag'), since('154', 'behind a flag'), false, false, false),
  },
  {
    feature: 'Clear-Site-Data',
    specification: 'https://www.w3.org/TR/clear-site-data/',
    source: `${mdn}HTTP/Reference/Headers/Clear-Site-Data#browser_compatibility`,
    support: row(since('61', 'partial'), since('61', 'partial'), since('17'), since('17'), since('63')),
  },
];

/** What comes next: features that Latchkey does not use yet, or that no browser has without a flag. */
export const awaitedFeatures: readonly AwaitedFeature[] = [
  {
    feature: 'Web Install',
    use: '`latch-install-button` installs this app by it, and apps of other origins',
    seenIn: 'Chromium 156 with `--enable-blink-features=WebAppInstallation,InstallElement,WebAppInstallElement`',
    awaits: 'a browser without a flag; `beforeinstallprompt` or instructions until then',
    source: 'https://github.com/WICG/web-install',
  },
  {
    feature: 'Email Verification Protocol',
    use: '`latch-otp-input` and `latch-sign-up` take its tokens with `email-verification`',
    seenIn: 'Chromium 156 with `--enable-features=EmailVerificationProtocol`',
    awaits: 'the end of the origin trial in Chromium; codes by mail until then',
    source: 'https://developer.chrome.com/docs/identity/email-verification/verifier',
  },
  {
    feature: 'ML-DSA passkeys (COSE -48, -49, -50)',
    use: 'the reference server offers them last, and verifies them on Node from 24.7 on',
    seenIn: 'no browser; the software authenticator of `latchkey/conformance` is the stand-in',
    awaits: 'authenticators and browsers that create them',
    source: 'https://www.rfc-editor.org/rfc/rfc9964',
  },
  {
    feature: '`prfUsageDetails` of `/.well-known/passkey-endpoints`',
    use: 'the reference server serves it, and `check-site` checks it',
    seenIn: 'no browser: passkey providers read it; `check-site` is the stand-in',
    awaits: 'passkey providers that show it',
    source: 'https://www.w3.org/TR/passkey-endpoints/',
  },
  {
    feature: 'Ambient sign-in (uiMode: passive)',
    use: '`latch-passkey-button` offers passkeys beside the page with `passive`, where `ambientGet` is reported',
    seenIn:
      'Chromium 156 with `--enable-features=WebAuthenticationAmbientSignin` and `--enable-blink-features=WebAuthenticationAmbient`: a virtual authenticator signs in, and the tests do not see the bubble',
    awaits: 'a browser without a flag; autofill (conditional mediation) until then',
    source: 'https://github.com/w3c/webauthn/blob/main/explainers/ambient-sign-in.md',
  },
  {
    feature: 'Several FedCM providers in one request',
    use: '`latch-fedcm-button` offers all providers in `config-url` with `passive` or `automatic`',
    seenIn:
      'Chromium 156; after a click only with `--enable-features=FedCmActiveModeMultipleIdentityProviders`, else the first provider',
    awaits: 'a browser that shows several providers after a click without a flag; one button per provider until then',
    source: 'https://developer.chrome.com/docs/identity/fedcm/implement/relying-party',
  },
  {
    feature: 'FedCM delegation (SD-JWT)',
    use: 'the client requests `format: "vc+sd-jwt"` if the backend names it for a provider, and the reference server verifies what the browser presents',
    seenIn: 'Chromium 156 with `--enable-features=FedCmDelegation`, at the development provider',
    awaits: 'a stable proposal, and providers that issue such tokens; ordinary tokens until then',
    source: 'https://github.com/w3c-fedid/delegation',
  },
  {
    feature: 'Account creation by passkey with a name and an address (`requestUserInfo`)',
    seenIn: 'no browser: Chromium 156 has neither that member nor its capabilities, with any flag',
    awaits: 'a browser that has it; `latch-sign-up` asks for the name itself until then',
    source: 'https://github.com/w3c/webauthn/blob/main/explainers/request-user-info.md',
  },
  {
    feature: 'Challenge URL',
    seenIn: 'no browser: Chromium 156 does not read `challengeUrl` or `challengeURL`',
    awaits: 'a browser that fetches the challenge; options are prefetched and renewed by the page until then',
    source: 'https://github.com/w3c/webauthn/blob/main/explainers/challenge-url.md',
  },
  {
    feature: 'Device-bound sessions',
    use: 'the reference server binds sessions with `BOUND_SESSIONS`, by the headers of the draft',
    seenIn:
      'Chromium 156 with `--enable-features=DeviceBoundSessions,EnableBoundSessionCredentialsSoftwareKeysForManualTesting`, over https',
    awaits: 'browsers besides Chromium; the header `Secure-Session-Skipped` is ignored',
    source: 'https://w3c.github.io/webappsec-dbsc/',
  },
];
