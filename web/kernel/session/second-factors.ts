/** One's own second factors: the calls, and the question that stands before each of them. */
import type { SecondFactors } from '../../../model/contract/account/second-factors.ts'
import * as contract from '../../../model/contract/account/second-factors.ts'
import { ApiError } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { hashPassword } from './account.ts'

export const FACTORS = ['account', 'second-factors']

/** Which second factors the caller has. @throws ApiError */
export const readFactors = () => ask(contract.querySecondFactor, {})

/** What has to be shown is shown in the question's own place. @throws ApiError */
export const confirmWith = ({ password, ...shown }: { readonly password?: string; readonly otp?: string; readonly assertion?: string }) =>
  ask(contract.confirmIdentity, { ...shown, ...(password === undefined ? {} : { password: hashPassword(password) }) }, { quiet: true })
/** What a passkey is asked for, to confirm who is there. @throws ApiError */
export const confirmOptions = () => ask(contract.queryConfirmOptions, {})

/** The secret of a new authenticator app, which counts once a code of it was entered. @throws ApiError */
export const beginApp = () => ask(contract.addTotp, {})
/** The answer to enabling the authenticator app, by a code that it shows. @throws ApiError, which the form shows itself */
export const enableApp = (otp: string) => ask(contract.enableTotp, { otp }, { quiet: true })
/** The answer to removing the authenticator app. @throws ApiError */
export const removeApp = () => ask(contract.deleteTotp, {})
/** New recovery codes, in place of all former ones. @throws ApiError */
export const newRecoveryCodes = () => ask(contract.updateRecoveryCodes, {})
/** What the browser needs to make a passkey (WebAuthn). @throws ApiError */
export const passkeyOptions = () => ask(contract.queryNewPasskeyOptions, {})
/** The answer to storing a passkey that the browser made. @throws ApiError */
export const keepPasskey = (passkeyName: string, credential: string) => ask(contract.addPasskey, { passkeyName, credential })
/** The answer to giving a passkey another name. @throws ApiError */
export const renamePasskey = (id: string, passkeyName: string) => ask(contract.updatePasskey, { id, passkeyName })
/** The answer to removing a passkey. @throws ApiError */
export const removePasskey = (id: string) => ask(contract.deletePasskey, { id })

/** Whether the work was done; people have been told otherwise. */
export async function succeeded(work: Promise<unknown>): Promise<boolean> {
  try {
    await work
    return true
  } catch (failure) {
    if (failure instanceof ApiError) return false
    throw failure
  }
}

/** Passkeys work at one address, and only where the browser knows them. */
export function canUsePasskeys({ passkeysAllowed, passkeyOrigin }: Pick<SecondFactors, 'passkeysAllowed' | 'passkeyOrigin'>): boolean {
  return passkeysAllowed && passkeyOrigin === location.origin && 'PublicKeyCredential' in window
}
