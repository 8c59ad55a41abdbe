/** @see {@link https://html.spec.whatwg.org/multipage/system-state.html#safelisted-scheme HTML, safelisted scheme} */
export const safelistedSchemes: readonly string[] =
  'bitcoin ftp ftps geo im irc ircs magnet mailto matrix mms news nntp openpgp4fpr sftp sip sms smsto ssh tel urn webcal wtai xmpp'.split(
    ' ',
  );

/**
 * What Chromium takes besides. @see {@link https://chromestatus.com/feature/4776602869170176 Chrome Platform Status,
 * protocol schemes for decentralized systems}
 */
export const schemesOfChromium: readonly string[] = 'cabal dat did doi dweb ethereum hyper ipfs ipns ssb'.split(' ');
