import type * as english from '../en/settings.js';
import type { Translation } from '../section.js';

export default {
  accountPage: {
    loading: '正在載入你的帳號…',
    retry: '再試一次',
    unsupported: '你無法在此管理帳號。',
    unauthenticated: '請登入以查看你的帳號。',
    stale: '你已離線。此頁面可能不是最新的。',
    name: '名稱',
    addresses: '電子郵件和電話',
    passkeys: '通行密鑰',
    password: '密碼',
    secondFactor: '兩步驟驗證',
    providers: '已連結的帳號',
    devices: '裝置',
    events: '近期活動',
    signOut: '在所有裝置上登出',
    deletion: '刪除帳號',
  },
} satisfies Translation<typeof english>;
