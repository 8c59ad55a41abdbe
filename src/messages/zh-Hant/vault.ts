import type * as english from '../en/vault.js';
import type { Translation } from '../section.js';

export default {
  vault: {
    none: '加密這個應用程式的資料，只有您的密碼金鑰才能開啟。',
    locked: '即使離線，也能用密碼金鑰解鎖這個應用程式的資料。',
    lost: '瀏覽器刪除了這個應用程式在這部裝置上的資料。伺服器上的內容都會恢復。',
    damaged: '這個應用程式在這部裝置上的資料遭外部變更。伺服器上的內容都會恢復。',
    create: '使用密碼金鑰鎖定',
    unlock: '解鎖',
    anew: '重新開始',
    code: '使用復原碼',
    lock: '鎖定',
    more: '更多操作',
    asking: '請在顯示的對話框中繼續操作。',
    unlockedNow: '已解鎖。',
    lockedNow: '已鎖定。',
    cancelled: '未做任何變更，請再試一次。',
  },
} satisfies Translation<typeof english>;
