import type * as english from '../en/settings.js';
import type { Translation } from '../section.js';

export default {
  accountPage: {
    loading: 'आपका खाता लोड हो रहा है…',
    retry: 'फिर से कोशिश करें',
    unsupported: 'आप यहाँ अपना खाता प्रबंधित नहीं कर सकते।',
    unauthenticated: 'अपना खाता देखने के लिए साइन इन करें।',
    stale: 'आप ऑफ़लाइन हैं। हो सकता है कि यह पेज अप-टू-डेट न हो।',
    name: 'नाम',
    addresses: 'ईमेल और फ़ोन',
    passkeys: 'पासकी',
    password: 'पासवर्ड',
    secondFactor: 'दो चरणों में पुष्टि',
    providers: 'लिंक किए गए खाते',
    devices: 'डिवाइस',
    events: 'हाल की गतिविधि',
    signOut: 'हर जगह से साइन आउट करें',
    deletion: 'खाता मिटाएँ',
  },
} satisfies Translation<typeof english>;
