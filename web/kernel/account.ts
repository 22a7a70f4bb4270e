/** What a person does with the own account: sign in, sign out, change the password. */
import SparkMD5 from 'spark-md5'
import { ApiError, call } from './api.ts'
import type { TokenAnswer } from './renewal.ts'
import { CLIENT, CLIENT_HEADER, TOKEN_PATH } from './renewal.ts'
import { dropTokens, keepTokens, readToken } from './token.ts'

export interface Credentials {
  readonly tenantCode: string
  readonly username: string
  readonly password: string
}

/** The plain password never leaves the browser; its MD5 is what the server treats as the password. */
export function hashPassword(plain: string): string {
  return SparkMD5.hash(plain)
}

/** @throws ApiError with the server's sentence, which the page shows itself */
export async function signIn({ tenantCode, username, password }: Credentials): Promise<void> {
  const answer = await call<TokenAnswer>('POST', TOKEN_PATH, {
    quiet: true,
    headers: { Authorization: CLIENT_HEADER },
    form: {
      ...CLIENT, grant_type: 'password', type: 'account',
      tenantCode: tenantCode.trim(), username: username.trim(), password: hashPassword(password),
    },
  })
  keepTokens(answer.access_token, answer.refresh_token)
  await call('POST', '/api/admin/sysuser/registerNewSession', { quiet: true }).catch((failure: unknown) => {
    // Only the list of online users depends on this call, so that its failure keeps nobody out.
    if (!(failure instanceof ApiError)) throw failure
  })
}

/** Ends the session here in any case, and on the server when it can be reached. */
export async function signOut(): Promise<void> {
  if (readToken()) await call('POST', '/api/uaa/users/signOut', { quiet: true }).catch(() => undefined)
  dropTokens()
}

export function changePassword(id: string, old: string, wanted: string): Promise<unknown> {
  return call('PUT', '/api/account/sysuserdetail/updatePassword', {
    quiet: true,
    form: { id, password: hashPassword(old), newPassword: hashPassword(wanted) },
  })
}
