import { requestOptions } from './backend.js';

/** One request for Secure Payment Confirmation, as the page made it. */
export interface SecureRequest {
  readonly methods: readonly { supportedMethods: string; data: Record<string, unknown> }[];
  readonly details: { total: { label: string; amount: { currency: string; value: string } } };
  /** How the page has said that it ended. */
  completed?: string;
  isShown: boolean;
  /** Ends it as if the user had confirmed with this passkey. */
  confirm(credential: Credential): void;
  /** Ends it with this error. */
  fail(error: unknown): void;
}

/** What the page asked of the browser, in order. */
export interface SecureRequests {
  readonly all: readonly SecureRequest[];
  /** The one that is shown, as soon as it is. */
  next(): Promise<SecureRequest>;
  restore(): void;
}

/**
 * How the browser says whether it has Secure Payment Confirmation: as of today, as it once did, or of a whole request.
 */
export type Question =
  'securePaymentConfirmationAvailability' | 'isSecurePaymentConfirmationAvailable' | 'canMakePayment';

/**
 * Replaces the browser's payment requests, which a headless browser cannot show: a request stays pending until the test
 * ends it, or it is aborted.
 */
export function watchPaymentRequests(
  question: Question = 'securePaymentConfirmationAvailability',
  answer: () => unknown = () => (question === 'securePaymentConfirmationAvailability' ? 'available' : true),
): SecureRequests {
  const all: SecureRequest[] = [];
  const waiting = new Set<(request: SecureRequest) => void>();
  const own = Object.getOwnPropertyDescriptor(globalThis, 'PaymentRequest')!;

  class StandIn implements SecureRequest {
    completed?: string;
    isShown = false;
    confirm!: (credential: Credential) => void;
    fail!: (error: unknown) => void;
    readonly #end = new Promise<object>((resolve, reject) => {
      this.confirm = (details) =>
        resolve({ details, complete: async (result: string) => void (this.completed = result) });
      this.fail = reject;
    });

    constructor(
      readonly methods: SecureRequest['methods'],
      readonly details: SecureRequest['details'],
    ) {
      all.push(this);
      this.#end.catch(() => 'told by show(), if anybody listens');
    }

    async show(): Promise<object> {
      this.isShown = true;
      for (const look of waiting) look(this);
      return this.#end;
    }

    async abort(): Promise<void> {
      this.fail(new DOMException('aborted', 'AbortError'));
    }

    async canMakePayment(): Promise<unknown> {
      return question === 'canMakePayment' && answer();
    }
  }
  if (question !== 'canMakePayment') Object.assign(StandIn, { [question]: async () => answer() });
  Object.defineProperty(globalThis, 'PaymentRequest', { ...own, value: StandIn });

  return {
    all,
    next: () =>
      new Promise((resolve) => {
        const found = all.find(({ isShown, completed }) => isShown && !completed);
        if (found) resolve(found);
        else waiting.add(resolve);
      }),
    restore: () => Object.defineProperty(globalThis, 'PaymentRequest', own),
  };
}

/** Removes payment requests from the browser. */
export function removePaymentRequests(): () => void {
  const own = Object.getOwnPropertyDescriptor(globalThis, 'PaymentRequest')!;
  Object.defineProperty(globalThis, 'PaymentRequest', { ...own, value: undefined });
  return () => Object.defineProperty(globalThis, 'PaymentRequest', own);
}

/** What is ordered in these tests. */
export const order = { amount: '12.50', currency: 'EUR', payee: 'https://shop.example' };

/** What the backend makes of an order. */
export function paymentOptions({ amount, currency, payee } = order) {
  const payeeMember = payee.startsWith('https:') ? { payeeOrigin: payee } : { payeeName: payee };
  return {
    options: requestOptions({
      userVerification: 'required',
      timeout: 300_000,
      allowCredentials: [{ type: 'public-key', id: 'AQID', transports: ['internal'] }],
    }),
    payment: {
      total: { currency, value: amount },
      ...payeeMember,
      instrument: { displayName: 'Card ···· 1234', icon: 'https://shop.example/card.png', iconMustBeShown: false },
    },
  };
}
