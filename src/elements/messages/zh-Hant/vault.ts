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
    last: '如果遺失這組密碼金鑰，未同步的變更將會遺失。請新增其他密碼金鑰或復原碼。',
    byCode: '如果遺失了密碼金鑰，請新增其他密碼金鑰。',
    addPasskey: '新增密碼金鑰',
    makeCode: '建立復原碼',
    asking: '請在顯示的對話框中繼續操作。',
    unlockedNow: '已解鎖。',
    lockedNow: '已鎖定。',
    cancelled: '未做任何變更，請再試一次。',
  },
} satisfies Translation<typeof english>;
