/** A call of the token endpoint. */
import type { z } from 'zod'
import type * as contract from '../../../../model/contract/account/sign-in.ts'
import type { Call } from '../../../kernel/http/http.ts'

export type TokenInput = z.output<typeof contract.token.input>
export type TokenCall = Call<TokenInput>
