import type * as english from '../en/vault.js';
import type { Translation } from '../section.js';

export default {
  vault: {
    none: 'इस ऐप का डेटा एन्क्रिप्ट करें, ताकि सिर्फ़ आपकी पासकी ही उसे खोल सके।',
    locked: 'आपकी पासकी इस ऐप का डेटा ऑफ़लाइन भी अनलॉक करती है।',
    lost: 'आपके ब्राउज़र ने इस डिवाइस से इस ऐप का डेटा मिटा दिया। सर्वर पर मौजूद सब कुछ वापस आ जाएगा।',
    damaged: 'इस डिवाइस पर इस ऐप का डेटा ऐप के बाहर से बदला गया है। सर्वर पर मौजूद सब कुछ वापस आ जाएगा।',
    create: 'पासकी से लॉक करें',
    unlock: 'अनलॉक करें',
    anew: 'फिर से शुरू करें',
    code: 'रिकवरी कोड इस्तेमाल करें',
    lock: 'लॉक करें',
    more: 'अन्य कार्रवाइयां',
    asking: 'डायलॉग बॉक्स में आगे बढ़ें।',
    unlockedNow: 'अनलॉक हो गया।',
    lockedNow: 'लॉक हो गया।',
    cancelled: 'कुछ नहीं बदला। फिर से कोशिश करें।',
  },
} satisfies Translation<typeof english>;
