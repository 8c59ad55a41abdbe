/** From base64url, which WebDriver writes, to base64, which Chromium's protocol writes. */
const toBase64 = (text) => Buffer.from(text, 'base64url').toString('base64');
const toBase64Url = (text) => Buffer.from(text, 'base64').toString('base64url');

const commands = {
  'WebAuthn.enable': () => ({}),
  'WebAuthn.addVirtualAuthenticator': async (remote, { options }) => {
    const { protocol, ctap2Version, transport, hasResidentKey, hasUserVerification, isUserVerified } = options;
    const { value } = await remote.send('WebAuthn:AddVirtualAuthenticator', {
      protocol: protocol === 'ctap2' ? ctap2Version : 'ctap1/u2f',
      transport,
      hasResidentKey,
      hasUserVerification,
      isUserConsenting: options.automaticPresenceSimulation,
      isUserVerified,
    });
    return { authenticatorId: value };
  },
  'WebAuthn.getCredentials': async (remote, parameters) => {
    const { value: credentials } = await remote.send('WebAuthn:GetCredentials', parameters);
    return {
      credentials: credentials.map(({ credentialId, privateKey, userHandle, ...rest }) => ({
        ...rest,
        credentialId: toBase64(credentialId),
        privateKey: toBase64(privateKey),
        userHandle: toBase64(userHandle),
      })),
    };
  },
  'WebAuthn.addCredential': async (remote, { authenticatorId, credential }) => {
    const { credentialId, privateKey, userHandle, ...rest } = credential;
    await remote.send('WebAuthn:AddCredential', {
      ...rest,
      authenticatorId,
      credentialId: toBase64Url(credentialId),
      privateKey: toBase64Url(privateKey),
      userHandle: toBase64Url(userHandle),
    });
    return {};
  },
  'WebAuthn.removeCredential': async (remote, { authenticatorId, credentialId }) => {
    await remote.send('WebAuthn:RemoveCredential', { authenticatorId, credentialId: toBase64Url(credentialId) });
    return {};
  },
  'WebAuthn.setUserVerified': async (remote, parameters) => {
    await remote.send('WebAuthn:SetUserVerified', parameters);
    return {};
  },
  'WebAuthn.removeVirtualAuthenticator': async (remote, parameters) => {
    await remote.send('WebAuthn:RemoveVirtualAuthenticator', parameters);
    return {};
  },
};

/**
 * Speaks the part of the Chrome DevTools Protocol about authenticators to Firefox. Firefox reports no events, and cannot
 * spoil responses or change the presence of a user.
 *
 * @param {import('./marionette.mjs').Marionette} remote
 */
export function createAuthenticators(remote) {
  const added = new Set();
  return {
    on() {},
    async send(method, parameters) {
      if (!commands[method]) throw new Error(`Firefox has no command for ${method}.`);
      const answer = await commands[method](remote, parameters);
      if (answer.authenticatorId) added.add(answer.authenticatorId);
      if (method === 'WebAuthn.removeVirtualAuthenticator') added.delete(parameters.authenticatorId);
      return answer;
    },
    async detach() {
      for (const authenticatorId of added)
        await remote.send('WebAuthn:RemoveVirtualAuthenticator', { authenticatorId });
    },
  };
}
