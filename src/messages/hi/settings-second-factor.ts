import type * as english from '../en/settings-second-factor.js';
import type { Translation } from '../section.js';

export default {
  secondFactorSettings: {
    authenticatorApp: 'ऑथेंटिकेटर ऐप',
    noApp: 'सेट अप नहीं है। यह पासवर्ड के बाद डालने के लिए कोड दिखाता है।',
    appSince: '{when} सेट अप किया गया',
    setUpApp: 'सेट अप करें',
    recoveryCodes: 'रिकवरी कोड',
    codesLeft: { one: '{count} कोड बचा है', other: '{count} कोड बचे हैं' },
    newCodes: 'नए कोड पाएँ',
    newCodesTitle: 'अपने रिकवरी कोड बदलें?',
    newCodesText: 'पुराने कोड काम नहीं करेंगे।',
    removeApp: 'अपना ऑथेंटिकेटर ऐप हटाएँ?',
    removeAppText: 'इसके रिकवरी कोड भी काम नहीं करेंगे।',
    appAdded: 'आपका ऑथेंटिकेटर ऐप सेट अप हो गया।',
    appRemoved: 'ऑथेंटिकेटर ऐप हटा दिया गया।',
    codesReplaced: 'पुराने कोड अब काम नहीं करते।',
    expiredSetUp: 'इसमें बहुत समय लगा। ऐप को फिर से सेट अप करें।',
    already_registered: 'एक ऑथेंटिकेटर ऐप पहले से सेट अप है।',
    second_factor_required: 'आपके खाते के लिए दूसरा चरण ज़रूरी है, और यही एकमात्र है।',
    no_second_factor: 'पहले कोई पासकी या ऑथेंटिकेटर ऐप जोड़ें।',
    passkeyToo: 'पासवर्ड के बाद पासकी',
    passkeyNeeded: 'आपके पासवर्ड के साथ पासकी भी चाहिए।',
    passkeyNotNeeded: 'साइन इन करने के लिए आपका पासवर्ड काफ़ी है।',
    turnOn: 'चालू करें',
    turnOff: 'बंद करें',
  },
} satisfies Translation<typeof english>;
