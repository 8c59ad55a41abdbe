import type * as english from '../en/codes.js';
import type { Translation } from '../section.js';

export default {
  otpInput: {
    label: 'वन-टाइम कोड',
    button: 'कोड की पुष्टि करें',
    send: 'कोड भेजें',
    sendAgain: 'नया कोड भेजें',
    wait: '({seconds} से॰)',
    change: 'बदलें',
    sending: 'कोड का अनुरोध किया जा रहा है…',
    verifying: 'कोड की जांच हो रही है…',
    sent: 'अगर यह पता हमारे पास है, तो उस पर कोड भेजा जा रहा है।',
    again: 'कोड नहीं मिला? नया कोड मंगाएं।',
    signedIn: 'आपने साइन इन कर लिया है।',
    verified: 'आपके पते की पुष्टि हो गई।',
    missing: 'कोड डालें।',
    incomplete: '{length} अंकों का कोड डालें।',
    unreadable: '{length} अंकों का कोड डालें। सिर्फ़ अंक मान्य हैं।',
    rejected: 'कोड गलत है या उसकी समयसीमा खत्म हो गई है। फिर से कोशिश करें या नया कोड मंगाएं।',
    noAddress: 'सही ईमेल पता या फ़ोन नंबर डालें।',
    wrong_account: 'यह पता किसी दूसरे खाते का है। उस खाते में साइन इन करें या कोई दूसरा पता इस्तेमाल करें।',
    unsupported: 'यहां कोड इस्तेमाल नहीं हो सकते। कोई दूसरा तरीका अपनाएं।',
  },
} satisfies Translation<typeof english>;
