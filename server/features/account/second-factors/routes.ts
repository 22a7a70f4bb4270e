import type { Feature } from '../../../kernel/http/http.ts'
import { confirmIdentity, queryConfirmOptions } from './confirm.ts'
import { addPasskey, deletePasskey, queryPasskeyOptions, updatePasskey } from './passkeys.ts'
import { querySecondFactor } from './status.ts'
import { addTotp, deleteTotp, enable, updateRecoveryCodes } from './totp.ts'

/** What somebody shows besides, or instead of, the password: their own affair, as far as the tenant lets it be. */
export const secondFactorsFeature: Feature = {
  tag: 'second-factors',
  routes: [
    querySecondFactor,
    confirmIdentity,
    queryConfirmOptions,
    addTotp,
    enable,
    deleteTotp,
    updateRecoveryCodes,
    queryPasskeyOptions,
    addPasskey,
    updatePasskey,
    deletePasskey,
  ],
}
