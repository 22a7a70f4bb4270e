/** One's own second factors: the calls, and the question that stands before each of them. */
import { ApiError, call, get } from '../http/api.ts'
import { hashPassword } from './account.ts'

export interface Passkey {
  readonly id: string
  readonly name: string
  readonly createTime: string
  readonly lastUsedTime: string | null
}

export interface SecondFactors {
  readonly policy: 'off' | 'allowed' | 'administrators' | 'everybody'
  readonly passkeysAllowed: boolean
  readonly passkeyOrigin: string | null
  readonly isConfirmed: boolean
  readonly totp: { readonly enabledAt: string } | null
  readonly passkeys: readonly Passkey[]
  readonly recoveryCodes: number
}

export const FACTORS = ['account', 'second-factors']
const at = (name: string) => `/api/account/secondfactor/${name}`

export const readFactors = () => get<SecondFactors>(at('querySecondFactor'))

/** What has to be shown is shown in the question's own place. @throws ApiError */
export const confirmWith = ({ password, ...shown }: { readonly password?: string; readonly otp?: string; readonly assertion?: string }) =>
  call('POST', at('confirmIdentity'), {
    quiet: true,
    json: { ...shown, ...(password === undefined ? {} : { password: hashPassword(password) }) },
  })
export const confirmOptions = () => call<object>('POST', at('queryConfirmOptions'), { json: {} })

export const beginApp = () => call<{ secret: string; uri: string }>('POST', at('addTotp'), { json: {} })
/** @throws ApiError, which the form shows itself */
export const enableApp = (otp: string) => call<{ recoveryCodes: string[] }>('POST', at('enableTotp'), { quiet: true, json: { otp } })
export const removeApp = () => call('POST', at('deleteTotp'), { json: {} })
export const newRecoveryCodes = () => call<{ recoveryCodes: string[] }>('POST', at('updateRecoveryCodes'), { json: {} })
export const passkeyOptions = () => call<object>('POST', at('queryPasskeyOptions'), { json: {} })
export const keepPasskey = (passkeyName: string, credential: string) =>
  call<{ id: string; recoveryCodes: string[] }>('POST', at('addPasskey'), { json: { passkeyName, credential } })
export const renamePasskey = (id: string, passkeyName: string) => call('PUT', at('updatePasskey'), { json: { id, passkeyName } })
export const removePasskey = (id: string) => call('POST', at('deletePasskey'), { json: { id } })

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
