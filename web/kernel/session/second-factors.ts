/** One's own second factors: the calls, and the question that stands before each of them. */
import type { SecondFactors } from '../../../model/contract/account/second-factors.ts'
import * as contract from '../../../model/contract/account/second-factors.ts'
import { ApiError } from '../http/api.ts'
import { ask } from '../http/ask.ts'
import { hashPassword } from './account.ts'

export const FACTORS = ['account', 'second-factors']

export const readFactors = () => ask(contract.querySecondFactor, {})

/** What has to be shown is shown in the question's own place. @throws ApiError */
export const confirmWith = ({ password, ...shown }: { readonly password?: string; readonly otp?: string; readonly assertion?: string }) =>
  ask(contract.confirmIdentity, { ...shown, ...(password === undefined ? {} : { password: hashPassword(password) }) }, { quiet: true })
export const confirmOptions = () => ask(contract.queryConfirmOptions, {})

export const beginApp = () => ask(contract.addTotp, {})
/** @throws ApiError, which the form shows itself */
export const enableApp = (otp: string) => ask(contract.enableTotp, { otp }, { quiet: true })
export const removeApp = () => ask(contract.deleteTotp, {})
export const newRecoveryCodes = () => ask(contract.updateRecoveryCodes, {})
export const passkeyOptions = () => ask(contract.queryNewPasskeyOptions, {})
export const keepPasskey = (passkeyName: string, credential: string) => ask(contract.addPasskey, { passkeyName, credential })
export const renamePasskey = (id: string, passkeyName: string) => ask(contract.updatePasskey, { id, passkeyName })
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
