/** Who people, applications and browsers are: passwords, sessions, second factors, captchas, codes and links that are good once. The only way in from outside of this folder. */
export { forgetAccount, judgeAttempt } from './attempts.ts'
export { compareCaptcha, isCopied, isRead, issueCaptcha, useCaptcha } from './captcha/captchas.ts'
export type { Copied } from './captcha/captchas.ts'
export { keyForBrowser, keyOf, neededKeyOf } from './captcha/key.ts'
export type { ClientGrant, ClientTokens } from './client-sessions.ts'
export { authenticateClient, consoleOf, credentialsOf, findClient, isBrowserClient } from './clients.ts'
export type { Client } from './clients.ts'
export { assertNotUsed } from './former-passwords.ts'
export {
  assertSeesRolesOfUsers,
  assertStaysWithin,
  assertTicked,
  lockChangeableRole,
  lockRole,
  publishGrants,
  publishUsers,
  refuse,
  seesRolesOfUsers,
} from './granting.ts'
export { deviceAt, rememberDevice } from './known-devices.ts'
export { forgetOneTimes, keepOneTime, newCode, useOneTime } from './one-time-tokens.ts'
export { placeRefusals } from './places.ts'
export type { Place } from './places.ts'
export { fullNumber, hasNumber, peopleByEmail, peopleByNumber } from './people.ts'
export type { TypedNumber } from './people.ts'
export { identityToken, issuerOf } from './issuer.ts'
export type { PublicAddress, SignedIn } from './issuer.ts'
export { knownScopes, scopeTexts } from './scope-texts.ts'
export { keepChallenge, useChallenge } from './second-factors/challenges.ts'
export { enableTotp, hasRecoveryCodes, judgeCode, removeFactors, renewRecoveryCodes, sealedFor } from './second-factors/codes.ts'
export { asserted, creationOptions, passkeysOf, registered, relyingParty, requestOptions } from './second-factors/passkeys.ts'
export type { RelyingParty } from './second-factors/passkeys.ts'
export type { IdentityProof } from './tables.ts'
export {
  asksOf,
  assertConfirmed,
  authenticatedAt,
  factorsOf,
  isConfirmed,
  markConfirmed,
  peekProof,
  takeProof,
} from './second-factors/policy.ts'
export type { Factors } from './second-factors/policy.ts'
export { SECRET_BYTES, base32, codeAt, stepAt, uriOf } from './second-factors/totp.ts'
export { readSealedSecrets } from './sealed-secrets.ts'
export type { SealedSecrets } from './sealed-secrets.ts'
export { endDisplays } from './display-sessions.ts'
export { openSecretCipher } from './secret-encryption.ts'
export type { SecretCipher } from './secret-encryption.ts'
export { hashPassword, hashToken, newPassword, newToken, passwordMatches, wirePassword } from './secrets.ts'
export { openSessions } from './sessions.ts'
export type { CachedIdentity, Sessions, Tokens } from './sessions.ts'
export { giveRefreshToken, keepsCookie, refreshTokenOf } from './refresh-cookie.ts'
export { sessionAnswer, tokenAnswer } from './token-answer.ts'
export { SIGNATURE, openSigningKeys } from './signing-keys.ts'
export type { SigningKeys } from './signing-keys.ts'
export { assertNotWeak } from './weak-passwords.ts'
export { expiredIdentity } from './expired.ts'
