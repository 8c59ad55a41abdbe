// Generated from contract/openapi.yaml by scripts/generate-contract.mjs. Do not edit: change the contract and generate again.
/** The most characters of the texts in `AccountChange`. */
export const accountChangeLengths = { name: 254, displayName: 254, email: 254, phone: 32 };

/** The most characters of the texts in `PasswordChange`. */
export const passwordChangeLengths = { password: 1024 };

/** The most characters of the texts in `SecondFactorCode`. */
export const secondFactorCodeLengths = { code: 64 };

/** The most characters of the texts in `AcceptedTerms`. */
export const acceptedTermsLengths = { url: 2048 };

/** The most characters of the texts in `ChosenAccount`. */
export const chosenAccountLengths = { id: 256 };

/** The most characters of the texts in `LogoutRequest`. */
export const logoutRequestLengths = { user: 86 };

/** The most characters of the texts in `SignupRequest`. */
export const signupRequestLengths = { username: 254, password: 1024 };

/** The most characters of the texts in `SignupOptionsRequest`. */
export const signupOptionsRequestLengths = { username: 254, displayName: 254 };

/** The most characters of the texts in `LoginRequest`. */
export const loginRequestLengths = { username: 254, password: 1024 };

/** The most characters of the texts in `HandOffRedemption`. */
export const handOffRedemptionLengths = { id: 128 };

/** The most characters of the texts in `DeviceApproval`. */
export const deviceApprovalLengths = { code: 32 };

/** The most characters of the texts in `CodeRequest`. */
export const codeRequestLengths = { to: 254 };

/** The most characters of the texts in `CodeVerification`. */
export const codeVerificationLengths = { code: 64 };

/** The most characters of the texts in `EmailToken`. */
export const emailTokenLengths = { to: 254, token: 8192, nonce: 256 };

/** The most characters of the texts in `PaymentOrder`. */
export const paymentOrderLengths = { amount: 20, payee: 200 };
