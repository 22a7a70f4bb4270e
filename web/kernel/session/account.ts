/** What a person does with the own account: sign in, sign out, change the password. */
import SparkMD5 from 'spark-md5'
import { leaveRole as leave, switchRole as switchTo, updatePassword } from '../../../model/contract/account/session.ts'
import type { TokenAnswer } from '../../../model/contract/account/sign-in.ts'
import {
  REFRESH_BY_COOKIE,
  queryPasskeyOptions,
  registerNewSession,
  signOut as endSession,
  token,
} from '../../../model/contract/account/sign-in.ts'
import { previewRole as preview } from '../../../model/contract/authority/roles.ts'
import type { InputOf } from '../../../model/contract/contract.ts'
import { ApiError } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { stopLive } from '../realtime/live.ts'
import { keepMenuChoice } from '../navigation/menu-choice.ts'
import { CLIENT, CLIENT_HEADER } from '../http/renewal.ts'
import { dropToken, keepToken, readToken } from '../http/token.ts'

/** What was copied from an image, where the server asks for it. */
interface Copied {
  readonly key: string
  readonly charCaptcha: string
}

export interface Credentials {
  readonly tenantCode: string
  readonly username: string
  readonly password: string
  readonly captcha?: Copied | undefined
}

export interface CodeCredentials {
  readonly tenantCode: string
  readonly prefix: string
  readonly mobile: string
  readonly smsCaptcha: string
}

/** The plain password never leaves the browser; its MD5 is what the server treats as the password. */
export function hashPassword(plain: string): string {
  return SparkMD5.hash(plain)
}

/** What is asked for besides, of somebody with a second factor. */
export interface SecondStep {
  readonly ticket: string
  readonly totp: boolean
  /** What a passkey would sign; null where there is none. */
  readonly passkey: object | null
}

/** Gives the second step where there is one. @throws ApiError with the server's sentence, which the page shows itself */
export function signIn({ tenantCode, username, password, captcha }: Credentials): Promise<SecondStep | undefined> {
  return enter({
    grant_type: 'password',
    type: 'account',
    tenantCode: tenantCode.trim(),
    username: username.trim(),
    password: hashPassword(password),
    ...(captcha ? { captchaKey: captcha.key, charCaptcha: captcha.charCaptcha } : {}),
  })
}

/** The same with a code that was sent by SMS. @throws ApiError */
export function signInByCode({ tenantCode, prefix, mobile, smsCaptcha }: CodeCredentials): Promise<SecondStep | undefined> {
  return enter({
    grant_type: 'mobile',
    type: 'mobile',
    tenantCode: tenantCode.trim(),
    prefix: prefix.trim(),
    mobile: mobile.trim(),
    smsCaptcha: smsCaptcha.trim(),
  })
}

/** Signs in with the second factor, after the first step gave the ticket. @throws ApiError */
export async function takeSecondStep(
  { ticket }: SecondStep,
  shown: { readonly otp: string } | { readonly assertion: string },
): Promise<void> {
  await enter({ grant_type: 'second-step', mfa_token: ticket, ...shown })
}

/** What a passkey of this tenant is to sign. @throws ApiError */
export const passkeySignIn = (tenantCode: string) =>
  ask(queryPasskeyOptions, { tenantCode: tenantCode.trim() }, { quiet: true, ownsSession: true })

/** Signs in with what a passkey signed. @throws ApiError */
export async function signInByPasskey(tenantCode: string, assertion: string): Promise<void> {
  await enter({ grant_type: 'passkey', tenantCode: tenantCode.trim(), assertion })
}

/** Whichever way somebody comes in. */
async function enter(form: InputOf<typeof token>): Promise<SecondStep | undefined> {
  const options = { quiet: true, ownsSession: true, headers: { Authorization: CLIENT_HEADER, ...REFRESH_BY_COOKIE } }
  const answer = await ask(token, { ...CLIENT, ...form }, options).catch(secondStepOf)
  if ('ticket' in answer) return answer
  keepToken(answer.access_token)
  await ask(registerNewSession, {}, { quiet: true, ownsSession: true }).catch((failure: unknown) => {
    // Only the list of online users depends on this call, so that its failure keeps nobody out.
    if (!(failure instanceof ApiError)) throw failure
  })
  return undefined
}

/** The first step was right, and there is another. @throws every other failure */
function secondStepOf(failure: unknown): SecondStep {
  if (!(failure instanceof ApiError) || failure.answer['error'] !== 'mfa_required') throw failure
  const { mfa_token: ticket, totp, passkey } = failure.answer
  return { ticket: String(ticket), totp: totp === true, passkey: passkey as object | null }
}

/** Ends the session here in any case, and on the server when it can be reached. */
export async function signOut(): Promise<void> {
  stopLive()
  if (readToken()) await ask(endSession, {}, { quiet: true, ownsSession: true, headers: REFRESH_BY_COOKIE }).catch(() => undefined)
  dropToken()
}

/** Acts as one of one's own roles from now on. @throws ApiError */
export const switchRole = (roleCode: string): Promise<void> => exchange(ask(switchTo, { roleCode }, { headers: REFRESH_BY_COOKIE }))

/** Sees the console as a role sees it, without changing anything. @throws ApiError */
export const previewRole = (roleId: string): Promise<void> => exchange(ask(preview, { roleId }, { headers: REFRESH_BY_COOKIE }))

/** Back from either to one's own session. @throws ApiError */
export const leaveRole = (): Promise<void> => exchange(ask(leave, {}, { headers: REFRESH_BY_COOKIE }))

/** The page goes on with other tokens; whoever calls this opens the session anew. */
async function exchange(asked: Promise<TokenAnswer>): Promise<void> {
  const answer = await asked
  keepToken(answer.access_token)
  keepMenuChoice(undefined)
}

/** The answer to choosing another password; only hashes are sent. @throws ApiError, which the form shows itself */
export function changePassword(id: string, old: string, wanted: string): Promise<unknown> {
  return ask(updatePassword, { id, password: hashPassword(old), newPassword: hashPassword(wanted) }, { quiet: true })
}
